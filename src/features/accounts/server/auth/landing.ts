import { safeTarget } from '../../accounts.rules.ts'

/** Where somebody is sent who comes back to /auth/callback, and what their browser is given. */
export interface Landing {
  location: string
  cookies?: readonly string[]
}

export const failed = (code: string, cookies: readonly string[] = []): Landing => ({
  location: `/signin?error=${code}`,
  cookies,
})

/** The page of the form says that it worked, and sends the member on by the redirect rule (C35). */
export function arrived(
  target: string,
  { cookies, isRestored }: { cookies: readonly string[]; isRestored?: boolean },
): Landing {
  const wanted = safeTarget(target)
  const rest = wanted === '/' ? '' : `&redirect=${encodeURIComponent(wanted)}`
  return { location: `/signin?auth=success${isRestored ? '&restored=1' : ''}${rest}`, cookies }
}
