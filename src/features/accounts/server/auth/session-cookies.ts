import type { Config } from '#server/config.ts'
import { writeCookie } from '#server/cookies.ts'
import type { RequestContext } from '#server/routes.ts'
import { SESSION_COOKIES } from '#server/session.ts'
import { ADDRESS_HEADER, DO_NOT_REMEMBER_COOKIE } from './better-auth.ts'

interface WithConfig {
  config: Config
}

export const isTls = (deps: WithConfig) => deps.config.baseUrl?.startsWith('https://') ?? false

const PREFIX = 'savepoint.'

export function expired(deps: WithConfig, name: string): string {
  const secure = isTls(deps)
  return writeCookie(`${secure ? '__Secure-' : ''}${PREFIX}${name}`, '', { maxAge: 0, secure })
}

export function endedCookies(deps: WithConfig): string[] {
  const [plain, overTls] = SESSION_COOKIES
  return [
    writeCookie(isTls(deps) ? overTls : plain, '', { maxAge: 0, secure: isTls(deps) }),
    expired(deps, DO_NOT_REMEMBER_COOKIE),
  ]
}

/** What a new session remembers of where it was opened. No cookie is passed on: a sign-in owes nothing to the past. */
export function trailOf(request: RequestContext): Headers {
  return new Headers({
    'user-agent': request.headers.get('user-agent')?.slice(0, 500) ?? '',
    [ADDRESS_HEADER]: request.ip,
  })
}
