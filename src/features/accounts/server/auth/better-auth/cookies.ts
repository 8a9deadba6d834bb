import type { Config } from '#server/config.ts'
import { cookieName, isTls, writeCookie } from '#server/cookies.ts'
import type { RequestContext } from '#server/routes.ts'
import { SESSION_COOKIE } from '#server/session.ts'

/** better-auth prefixes the names of its cookies with this and a dot; over TLS `cookieName` adds `__Host-`. */
export const COOKIE_PREFIX = 'savepoint'

/** better-auth's cookies, without their prefix. Only the last name is our choice. */
export const COOKIES = {
  session: 'session_token',
  /** A cache of the session. It is turned off, but better-auth deletes the cookie wherever it ends a session. */
  sessionCache: 'session_data',
  /** Marks a session that ends with the browser, so that it is not renewed. */
  doNotRemember: 'dont_remember',
  /** Identifies a pending sign-in until its second step. */
  challenge: 'two_factor',
  trustedDevice: 'trust_device',
  passkeyChallenge: 'passkey_challenge',
} as const
type CookieName = (typeof COOKIES)[keyof typeof COOKIES]

/** The header with the client's IP address for better-auth. A value from the client is overwritten. */
export const ADDRESS_HEADER = 'x-savepoint-address'

interface WithConfig {
  config: Config
}

/** The prefixes of our cookies over TLS. Cookies with the older prefix are only deleted. */
const OVER_TLS = ['__Host-', '__Secure-'] as const

/** Returns a Set-Cookie line that deletes the cookie. */
export function expiredCookie(deps: WithConfig, name: CookieName): string {
  const secure = isTls(deps)
  return writeCookie(cookieName(`${COOKIE_PREFIX}.${name}`, secure), '', { maxAge: 0, secure })
}

/** Returns Set-Cookie lines that delete every cookie of a session. */
export function expiredSessionCookies(deps: WithConfig): string[] {
  const secure = isTls(deps)
  // Also deletes cookies with older or forged names, because requests with them would bypass the page cache.
  const names = secure ? [...OVER_TLS, ''].map((prefix) => prefix + SESSION_COOKIE) : [SESSION_COOKIE]
  return [
    ...names.map((name) => writeCookie(name, '', { maxAge: 0, secure })),
    expiredCookie(deps, COOKIES.doNotRemember),
  ]
}

/**
 * Returns the headers that better-auth gets for a new session: device and IP address, which it stores, and only the
 * named cookies, so that a sign-in never depends on an earlier session.
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

/** Returns whether a `name=value` of a Cookie or Set-Cookie header is this cookie, with or without the TLS prefix. */
function isCookie(cookie: string, name: CookieName): boolean {
  return cookie.startsWith(`${COOKIE_PREFIX}.${name}=`) || cookie.startsWith(`__Host-${COOKIE_PREFIX}.${name}=`)
}

export function withoutCookies(setCookies: readonly string[], names: readonly CookieName[]): string[] {
  return setCookies.filter((cookie) => !names.some((name) => isCookie(cookie, name)))
}

export const hasCookie = (setCookies: readonly string[], name: CookieName) =>
  setCookies.some((cookie) => isCookie(cookie, name))

/** Returns the token from the Set-Cookie line of a new session. Its value is the token, a dot and the signature. */
export function sessionTokenIn(setCookies: readonly string[]): string | null {
  for (const cookie of setCookies) {
    const [pair = ''] = cookie.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (name.endsWith(SESSION_COOKIE) && value !== '') return decodeURIComponent(value).split('.')[0] ?? null
  }
  return null
}
