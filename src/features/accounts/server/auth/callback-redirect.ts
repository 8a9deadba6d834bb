import { safeTarget, secondStepPath } from '../../accounts.rules.ts'
import type { SignInResult } from '../accounts.service.ts'

/** Where somebody is sent who comes back to /auth/callback, and what their browser is given. */
export interface CallbackRedirect {
  location: string
  cookies?: readonly string[]
}

export const redirectAfterFailure = (code: string, cookies: readonly string[] = []): CallbackRedirect => ({
  location: `/signin?error=${code}`,
  cookies,
})

/**
 * The page of the form says that it worked, and sends the member on by the redirect rule (C35); or it asks for the second
 * factor first.
 */
export function redirectAfterSignIn(target: string, { cookies, session }: SignInResult): CallbackRedirect {
  if (session === null) return { location: secondStepPath(target), cookies }
  const wanted = safeTarget(target)
  const rest = wanted === '/' ? '' : `&redirect=${encodeURIComponent(wanted)}`
  return { location: `/signin?auth=success${session.isRestored ? '&restored=1' : ''}${rest}`, cookies }
}
