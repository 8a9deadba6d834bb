import { ENTRY_CHANGED } from '#features/library/library.rules.ts'
import { LIBRARY_FAILURES } from '#features/library/library.texts.ts'
import { LibraryError } from '#features/library/web/library-changes.api.ts'
import { CallError } from '#web/call.ts'
import { GAME_ACTION_TEXTS } from '../game-actions.texts.ts'

const causeOf = (error: unknown) => (error instanceof LibraryError ? error.cause : error)

export function isSignedOut(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof CallError && cause.status === 401
}

/** Returns whether an error is not a response of the server, but a connection failure or a bug (C20). */
export function isUnexpected(error: unknown): boolean {
  const cause = causeOf(error)
  return !(cause instanceof CallError) || cause.status === 0
}

/** Returns the sentence for a failed action. */
export function failureText(error: unknown): string {
  if (!(error instanceof LibraryError)) return LIBRARY_FAILURES.unexpected
  const reason = refusalOf(error)
  if (reason) return reason
  return error.code === 'not_added' ? GAME_ACTION_TEXTS.notAdded((error.cause as CallError).message) : error.message
}

const WITH_REASON: ReadonlySet<string | null> = new Set(['fewer_than_ticked', ENTRY_CHANGED])

/** Returns the sentence of a refusal that the member can act on. */
export function refusalOf(error: LibraryError): string | null {
  const cause = causeOf(error)
  return cause instanceof CallError && WITH_REASON.has(cause.code) ? cause.message : null
}
