/** The most apps that a member may register. */
export const MAX_APPS = 10
/** The most words in the name of an app. */
export const APP_NAME_WORDS = 5
export const MAX_REDIRECTS = 5
export const REDIRECT_LENGTH = 500

/** A public app cannot keep a secret: it runs on a device or in a browser. */
export const APP_KINDS = ['public', 'confidential'] as const
export type AppKind = (typeof APP_KINDS)[number]

const SCHEME = /^([a-z][a-z0-9+.-]*):/i
const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?]|$)/

/**
 * Returns whether an app may have this redirect address: https, http on the app's own machine, or a scheme that is a
 * reversed domain (RFC 8252). No address has a fragment, a name or a password.
 */
export function isRedirectAddress(text: string): boolean {
  if (text.includes('#') || !URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  if (protocol === 'https:') return !/^(?:localhost\.*|127(?:\.\d+){3}|\[::1\])$/i.test(hostname)
  if (protocol === 'http:') return LOOPBACK.test(text)
  const [, scheme = ''] = SCHEME.exec(text) ?? []
  return /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/i.test(scheme) && !text.startsWith(`${scheme}://`)
}

/** The part of an address on the own machine before its path. */
const LOOPBACK_PLACE = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/

/**
 * Returns whether a request may name this redirect address: it equals one of those that the app has registered, to the letter.
 * On the own machine the port may be another one (RFC 8252, 7.3).
 */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  const withoutPort = (text: string) => text.replace(LOOPBACK_PLACE, '$1')
  return isRedirectAddress(address) && registered.some((known) => withoutPort(known) === withoutPort(address))
}

const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** Returns whether an address is on the site with this origin: an app has an address of its own. */
export function isOnSite(address: string, origin: string): boolean {
  const [to, site] = [hostOf(address), hostOf(origin)]
  return to !== null && to === site
}

/** Returns host and port of a web address; the names of this machine are one. Null for another scheme. */
function hostOf(address: string): string | null {
  const { protocol, hostname, port } = new URL(address)
  if (!/^https?:$/.test(protocol)) return null
  const host = hostname.replace(/\.$/, '').replace(LOOPBACK_HOST, 'localhost')
  return `${host}:${port || (protocol === 'https:' ? 443 : 80)}`
}

/** Returns the lines of a text that are not empty. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Returns the host to which a redirect address leads, as the member reads it. */
export function hostOfRedirect(address: string): string {
  const { protocol, host, hostname } = new URL(address)
  if (protocol === 'https:') return host
  return protocol === 'http:' ? `this device (${hostname})` : `an app on this device (${protocol.slice(0, -1)})`
}
