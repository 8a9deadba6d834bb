import type { Config } from '#server/config.ts'
import { cookieName, isTls, writeCookie } from '#server/cookies.ts'
import type { RequestContext } from '#server/routes.ts'
import { SESSION_COOKIE } from '#server/session.ts'

/** better-auth puts this and a dot before the names of its cookies; over TLS `cookieName` adds `__Host-` before it. */
export const COOKIE_PREFIX = 'savepoint'

/** better-auth's cookies, without their prefix. Only the last name is ours to choose. */
export const COOKIES = {
  session: 'session_token',
  /** A cache of the session. It is turned off, but better-auth takes the cookie away wherever it ends a session. */
  sessionCache: 'session_data',
  /** Beside a session that ends with the browser, so that nobody prolongs it. */
  doNotRemember: 'dont_remember',
  /** Carries a sign-in to its second step. */
  challenge: 'two_factor',
  trustedDevice: 'trust_device',
  passkeyChallenge: 'passkey_challenge',
} as const
type CookieName = (typeof COOKIES)[keyof typeof COOKIES]

/** Carries the address of the client to better-auth; whatever a client sends under this name is overwritten. */
export const ADDRESS_HEADER = 'x-savepoint-address'

interface WithConfig {
  config: Config
}

/** What our cookies were or are called over TLS. The older names are only taken away. */
const OVER_TLS = ['__Host-', '__Secure-'] as const

/** A Set-Cookie line that takes the cookie away. */
export function expiredCookie(deps: WithConfig, name: CookieName): string {
  const secure = isTls(deps)
  return writeCookie(cookieName(`${COOKIE_PREFIX}.${name}`, secure), '', { maxAge: 0, secure })
}

/** Set-Cookie lines that take every cookie of a session away. */
export function expiredSessionCookies(deps: WithConfig): string[] {
  const secure = isTls(deps)
  // Also those of before `__Host-`, and what somebody has planted: their bearer would never meet the page cache.
  const names = secure ? [...OVER_TLS, ''].map((prefix) => prefix + SESSION_COOKIE) : [SESSION_COOKIE]
  return [
    ...names.map((name) => writeCookie(name, '', { maxAge: 0, secure })),
    expiredCookie(deps, COOKIES.doNotRemember),
  ]
}

/**
 * The headers that better-auth sees of a request which opens a session: device and address, which it stores, and of the
 * cookies only those that are named, so that a sign-in never depends on an earlier session.
 */
export function headersForNewSession(request: RequestContext, carried: readonly CookieName[] = []): Headers {
  const headers = new Headers({
    'user-agent': request.headers.get('user-agent')?.slice(0, 500) ?? '',
    [ADDRESS_HEADER]: request.ip,
  })
  const cookies = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => carried.some((name) => isCookie(cookie, name)))
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  return headers
}

/** Whether a `name=value` of a Cookie or Set-Cookie header is this cookie, over TLS or not. */
function isCookie(cookie: string, name: CookieName): boolean {
  return cookie.startsWith(`${COOKIE_PREFIX}.${name}=`) || cookie.startsWith(`__Host-${COOKIE_PREFIX}.${name}=`)
}

export function withoutCookies(setCookies: readonly string[], names: readonly CookieName[]): string[] {
  return setCookies.filter((cookie) => !names.some((name) => isCookie(cookie, name)))
}

export const hasCookie = (setCookies: readonly string[], name: CookieName) =>
  setCookies.some((cookie) => isCookie(cookie, name))

/** The token in the Set-Cookie line of a new session, whose value is the token, a dot and its signature. */
export function sessionTokenIn(setCookies: readonly string[]): string | null {
  for (const cookie of setCookies) {
    const [pair = ''] = cookie.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (name.endsWith(SESSION_COOKIE) && value !== '') return decodeURIComponent(value).split('.')[0] ?? null
  }
  return null
}
