import { PLEASE_TRY_AGAIN } from '#shared/sentences.ts'
import { CallError, call } from '#web/call.ts'
import { toast } from '#web/ui/toasts.ts'
import { AUTH_FORM_TEXTS } from '../account-screens.texts.ts'
import { createPasskeyChallenge, signInWithPasskey } from '../factors.endpoints.ts'
import type { SessionAnswer } from './accounts.api.ts'
import { suspensionOf, toastAuthError } from './auth-failure.ts'

export const loadWebAuthn = () => import('@simplewebauthn/browser')

/** The newest request of a challenge. */
let newest: Promise<unknown> = Promise.resolve()

/**
 * Asks for a challenge after the answer of the request before, because the browser keeps one cookie of a challenge, and an older answer
 * that comes later would replace it. Fails with an AbortError when a newer ceremony has begun meanwhile.
 */
async function requestChallenge() {
  const request = newest.catch(() => {}).then(() => call(createPasskeyChallenge, {}))
  newest = request
  const [webAuthn, optionsJSON] = await Promise.all([loadWebAuthn(), request])
  if (newest !== request) throw new DOMException('superseded', 'AbortError')
  return { ...webAuthn, optionsJSON }
}

/**
 * Signs in with the passkey that the visitor chooses: in a window of the browser, or, with `isAutofill`, among what the browser
 * offers at the field for the address, which waits as long as the page. A new ceremony ends one that waits or has not begun
 * (AbortError). Fails with a `CallError` or the browser's error.
 */
export async function signInByPasskey(isAutofill: boolean): Promise<SessionAnswer> {
  const { startAuthentication, optionsJSON } = await requestChallenge()
  const response = await startAuthentication({ optionsJSON: optionsJSON as never, useBrowserAutofill: isAutofill })
  const { user, session } = await call(signInWithPasskey, { body: { response: response as never } })
  return { user, session, authenticated: true }
}

/** Shows the server's error or the browser's. A visitor who cancels the browser's dialog gets an alternative. A suspension has a notice. */
export function toastPasskeyFailure(error: unknown): void {
  if (suspensionOf(error)) return
  if (error instanceof CallError) toastAuthError(error)
  else if (error instanceof Error && error.name === 'InvalidStateError') toast({ title: AUTH_FORM_TEXTS.passkeyHere })
  else if (error instanceof Error && /^(NotAllowed|Abort)Error$/.test(error.name))
    toast({ title: 'No passkey was used', description: AUTH_FORM_TEXTS.otherWay })
  else toast({ title: 'Passkey not accepted', description: PLEASE_TRY_AGAIN })
}
