import { safeTarget, secondStepPath } from '../../accounts.rules.ts'
import type { SignInResult } from '../accounts.service.ts'
import { isDoorFailure } from './authenticator.ts'

/** The redirect after /auth/callback, with the cookies for the browser. */
export interface CallbackRedirect {
  location: string
  cookies?: readonly string[]
}

/** `more` follows the code in the address. */
export const redirectAfterFailure = (code: string, cookies: readonly string[] = [], more = ''): CallbackRedirect => ({
  // Only the page of the sign-up says what else somebody without an account can do.
  location: `${isDoorFailure(code) ? '/signup' : '/signin'}?error=${code}${more}`,
  cookies,
})

/**
 * Redirects to the form, which shows the success and then follows the redirect rule (C35); or to the second step if a
 * second factor is required.
 */
export function redirectAfterSignIn(target: string, { cookies, session }: SignInResult): CallbackRedirect {
  if (session === null) return { location: secondStepPath(target), cookies }
  const wanted = safeTarget(target)
  const rest = wanted === '/' ? '' : `&redirect=${encodeURIComponent(wanted)}`
  return { location: `/signin?auth=success${session.isRestored ? '&restored=1' : ''}${rest}`, cookies }
}
