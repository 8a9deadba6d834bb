import { NOTHING_CHANGED } from '#features/library/library.texts.ts'
import { LibraryError } from '#features/library/web/library-changes.api.ts'
import { CallError, networkTextOf } from '#web/call.ts'
import { toast } from '#web/ui/toasts.ts'

/** Shows the toast of a failed bulk action; the caches have been rolled back by then. */
export function showBulkFailure(error: unknown): void {
  const title = error instanceof LibraryError ? error.message : ''
  toast({ title, description: bulkFailureText(error), tone: 'danger' })
}

/** Returns the sentence of a failed bulk action: that of a refusal, or of the network. Throws what is no failure. */
export function bulkFailureText(error: unknown): string {
  if (!(error instanceof LibraryError)) throw error
  const { cause } = error
  return networkTextOf(cause) ?? (cause instanceof CallError && cause.status === 409 ? cause.message : NOTHING_CHANGED)
}
