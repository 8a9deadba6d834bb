import type { Config } from '#server/config.ts'
import { cookieName, isTls, writeCookie } from '#server/cookies.ts'
import type { Reply, RequestContext } from '#server/routes.ts'
import { SESSION_COOKIE } from '#server/session.ts'
import { ADDRESS_HEADER, DO_NOT_REMEMBER_COOKIE } from './better-auth.ts'

interface WithConfig {
  config: Config
}

const PREFIX = 'savepoint.'
/** What our cookies were or are called over TLS. The older names are only taken away. */
const OVER_TLS = ['__Host-', '__Secure-'] as const

export function expiredCookie(deps: WithConfig, name: string): string {
  const secure = isTls(deps)
  return writeCookie(cookieName(`${PREFIX}${name}`, secure), '', { maxAge: 0, secure })
}

export function expiredSessionCookies(deps: WithConfig): string[] {
  const secure = isTls(deps)
  // Also those of before `__Host-`, and what somebody has planted: their bearer would never meet the page cache.
  const names = secure ? [...OVER_TLS, ''].map((prefix) => prefix + SESSION_COOKIE) : [SESSION_COOKIE]
  return [
    ...names.map((name) => writeCookie(name, '', { maxAge: 0, secure })),
    expiredCookie(deps, DO_NOT_REMEMBER_COOKIE),
  ]
}

/**
 * What a new session remembers of where it was opened. A sign-in owes nothing to the past, so no cookie is passed on but
 * those that are named, by their names without prefix.
 */
export function headersForNewSession(request: RequestContext, carried: readonly string[] = []): Headers {
  const headers = new Headers({
    'user-agent': request.headers.get('user-agent')?.slice(0, 500) ?? '',
    [ADDRESS_HEADER]: request.ip,
  })
  const names = carried.flatMap((name) => [`${PREFIX}${name}`, `__Host-${PREFIX}${name}`])
  const cookies = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => names.includes(cookie.slice(0, cookie.indexOf('='))))
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  return headers
}

const isCookie = (cookie: string, name: string) =>
  cookie.startsWith(`${PREFIX}${name}=`) || cookie.startsWith(`__Host-${PREFIX}${name}=`)

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
    if (name.endsWith(SESSION_COOKIE) && value !== '') return decodeURIComponent(value).split('.')[0] ?? null
  }
  return null
}

export function sendCookies(reply: Reply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.headers.append('set-cookie', cookie)
}
