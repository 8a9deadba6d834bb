import type { Config } from '#server/config.ts'
import { writeCookie } from '#server/cookies.ts'
import type { Reply, RequestContext } from '#server/routes.ts'
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

/**
 * What a new session remembers of where it was opened. A sign-in owes nothing to the past, so no cookie is passed on but
 * those that are named, by their names without prefix.
 */
export function trailOf(request: RequestContext, carried: readonly string[] = []): Headers {
  const headers = new Headers({
    'user-agent': request.headers.get('user-agent')?.slice(0, 500) ?? '',
    [ADDRESS_HEADER]: request.ip,
  })
  const names = carried.flatMap((name) => [`${PREFIX}${name}`, `__Secure-${PREFIX}${name}`])
  const cookies = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => names.includes(cookie.slice(0, cookie.indexOf('='))))
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  return headers
}

const isCookie = (cookie: string, name: string) =>
  cookie.startsWith(`${PREFIX}${name}=`) || cookie.startsWith(`__Secure-${PREFIX}${name}=`)

/** Without those of these names. */
export function withoutCookies(cookies: readonly string[], names: readonly string[]): string[] {
  return cookies.filter((cookie) => !names.some((name) => isCookie(cookie, name)))
}

export const hasCookie = (cookies: readonly string[], name: string) => cookies.some((cookie) => isCookie(cookie, name))

/** Of a new session's cookies. The cookie is the token with its signature. */
export function sessionTokenIn(cookies: readonly string[]): string | null {
  for (const cookie of cookies) {
    const [pair = ''] = cookie.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (SESSION_COOKIES.some((known) => known === name) && value !== '')
      return decodeURIComponent(value).split('.')[0] ?? null
  }
  return null
}

export function sendCookies(reply: Reply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.headers.append('set-cookie', cookie)
}
