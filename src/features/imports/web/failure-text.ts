import { SOMETHING_WENT_WRONG } from '#shared/sentences.ts'
import { CallError } from '#web/call.ts'
import { toast } from '#web/ui/toasts.ts'

export const failureText = (error: unknown): string =>
  error instanceof CallError ? error.message : SOMETHING_WENT_WRONG

/** Shows why a step of an import failed. */
export function showFailure(error: unknown): void {
  toast({ title: 'Not done', description: failureText(error), tone: 'danger' })
}
