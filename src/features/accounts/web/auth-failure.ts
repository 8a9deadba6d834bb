import { CallError } from '#web/call.ts'
import { toast } from '#web/ui/toasts.ts'
import { authErrorText } from '../accounts.rules.ts'

/** Returns the error of a call; any other error counts as one of the server. */
export const callErrorOf = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError(500, { error: '' })

/** Shows an error of the account's calls in a toast. */
export function toastAuthError(failure: CallError): void {
  const { title, detail } = authErrorText(failure)
  toast({ title, description: detail })
}

/** What a suspended member reads after a refused sign-in, and the token for an appeal; null after any other failure. */
export function suspensionOf(failure: unknown): { sentence: string; token: string | null } | null {
  if (!(failure instanceof CallError) || failure.code !== 'account_disabled') return null
  const { appeal_token: token } = failure.details
  return { sentence: failure.message, token: typeof token === 'string' ? token : null }
}

/** Returns the token for an appeal by which a provider's callback says in the address that the member is suspended. */
export const appealTokenIn = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('appeal')
