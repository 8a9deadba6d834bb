import { safeTarget, secondStepPath } from '../../accounts.rules.ts'
import type { SignInResult } from '../accounts.service.ts'

/** The redirect after /auth/callback, with the cookies for the browser. */
export interface CallbackRedirect {
  location: string
  cookies?: readonly string[]
}

export const redirectAfterFailure = (code: string, cookies: readonly string[] = []): CallbackRedirect => ({
  location: `/signin?error=${code}`,
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
