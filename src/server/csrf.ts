import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const CSRF_COOKIE = 'savepoint.csrf'
export const CSRF_HEADER = 'x-csrf-token'
/** One hour (002 L224). */
export const CSRF_LIFETIME_SECONDS = 3600

/**
 * Double-submit token bound to the session (G09): the cookie holds the token, the header must repeat it, and the token is
 * an HMAC over a random id, its expiry and its session. Signing in or out therefore invalidates it.
 */
export function makeCsrfToken(secret: string, sessionToken: string | null, now: Date): string {
  const id = randomBytes(16).toString('base64url')
  const end = Math.floor(now.getTime() / 1000) + CSRF_LIFETIME_SECONDS
  return `${id}.${end}.${seal(secret, id, end, sessionToken)}`
}

export function isCsrfTokenValid(
  secret: string,
  given: { header: string | null; cookie: string | null; sessionToken: string | null },
  now: Date,
): boolean {
  const { header, cookie } = given
  if (!header || !cookie || !isSame(header, cookie)) return false
  const [id = '', end = '', mac = ''] = header.split('.')
  if (!/^\d{1,12}$/.test(end) || Number(end) * 1000 <= now.getTime()) return false
  return isSame(mac, seal(secret, id, Number(end), given.sessionToken))
}

function seal(secret: string, id: string, end: number, sessionToken: string | null): string {
  return createHmac('sha256', secret)
    .update(`csrf\n${id}\n${end}\n${sessionToken ?? ''}`)
    .digest('base64url')
}

function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * A second check beside the token: refuses a write that the browser reports as cross-site. Clients that send neither
 * header are checked by the token alone.
 */
export function isSameSite(headers: Headers, ownOrigin: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const origin = headers.get('origin')
  return origin === null || origin === ownOrigin
}

/** Longer names of hosts do not exist. */
const LONGEST_ORIGIN = 270

/**
 * Returns the origin of a page of this very site that `isSameSite` refuses, because the site is set up for another address;
 * otherwise null, for pages of other sites, too. The browser says that the page is ours, or the request was sent to the
 * host of the page.
 */
export function unexpectedOrigin(headers: Headers, ownOrigin: string): string | null {
  const given = headers.get('origin')
  const url = given === null || given.length > LONGEST_ORIGIN ? null : URL.parse(given)
  if (url === null || url.origin !== given || given === ownOrigin) return null
  const site = headers.get('sec-fetch-site')
  return site === 'same-origin' || (site === null && url.host === headers.get('host')) ? given : null
}
