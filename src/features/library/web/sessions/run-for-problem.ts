import { CallError } from '#web/call.ts'
import { toast } from '#web/ui/toasts.ts'
import { type Acting, askToSignIn } from '../game-actions.ts'
import { LibraryError } from '../library-changes.ts'

/**
 * Does it, and answers with the sentence for the form when it could not be done, null when it was. What the server declined
 * says why in its own words. `asToast`: for what has no form.
 */
export async function runForProblem(
  acting: Acting,
  work: () => Promise<unknown>,
  asToast = false,
): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error
    const { cause } = error
    // What was typed is still in the dialog below.
    if (cause instanceof CallError && cause.status === 401) askToSignIn(acting, 'status', () => {})
    const isSaid = cause instanceof CallError && cause.status >= 400 && cause.status < 500
    const sentence = isSaid ? cause.message : `${error.message}. Please try again.`
    if (asToast) toast({ title: sentence, tone: 'danger' })
    return sentence
  }
}
