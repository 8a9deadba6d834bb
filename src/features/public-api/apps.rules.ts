import { APP_TEXTS } from '#features/accounts/apps.rules.ts'
import { tooLongText } from '#shared/sentences.ts'
import { TOKEN_NAME_LENGTH } from './tokens.rules.ts'

/** The most apps that a member may register. */
export const MOST_APPS = 10
export const MOST_REDIRECTS = 5
export const REDIRECT_LENGTH = 500

/** A public app cannot keep a secret: it runs on a device or in a browser. */
export const APP_KINDS = ['public', 'confidential'] as const
export type AppKind = (typeof APP_KINDS)[number]

export const APP_KIND_TEXTS: Record<AppKind, { label: string; text: string }> = {
  public: { label: 'On a device or in a browser', text: 'It has no secret and proves itself with PKCE' },
  confidential: { label: 'On a server', text: 'It has a secret, and uses PKCE, too' },
}

export const OWN_APP_TEXTS = {
  ...APP_TEXTS,
  nameRequired: 'Name is required',
  nameTooLong: tooLongText('Name', TOKEN_NAME_LENGTH),
  redirectRequired: 'Enter at least one redirect address',
  tooManyRedirects: `An app has up to ${MOST_REDIRECTS} redirect addresses`,
  tooMany: `You can register up to ${MOST_APPS} apps. Delete one first.`,
  missing: 'This app does not exist',
  failed: 'The apps could not be loaded. Please try again.',
  none: 'You have registered no apps.',
  noneWithAccess: 'No app has access to your account.',
  accessLead: 'Apps of others that you have let use your account, within what you allowed.',
  lead: 'Register an app of your own, so that other members can give it access to their accounts.',
  once: 'Copy the secret now. Nobody can show it again.',
  noSecret: 'Your app sends this id. It needs no secret.',
  change: 'Members who have given it access read the new name. Nobody can return to an address that you remove.',
  remove: 'Everybody who uses this app loses the access at once.',
  end: 'The app loses access at once. It can ask you again.',
} as const

/** Why a request of an app cannot be shown to the member, and cannot lead back to the app either. */
export const REQUEST_TEXTS = {
  title: 'This app cannot ask for access',
  unknown: 'The app is not registered here, or was removed.',
  disabled: 'The app was turned off.',
  redirect: 'The app wants to send you to an address that is not registered.',
  other: 'The app has made a mistake in its request.',
} as const

/** Returns the sentence for a code of `readAppRequest`. */
export function requestProblem(code: string): string {
  const sentences: Record<string, string> = {
    invalid_client: REQUEST_TEXTS.unknown,
    client_disabled: REQUEST_TEXTS.disabled,
    invalid_redirect: REQUEST_TEXTS.redirect,
  }
  return sentences[code] ?? REQUEST_TEXTS.other
}

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

/** Returns the lines of a text that are not empty. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Returns the place that a redirect address leads to, as the member reads it. */
export function placeOfRedirect(address: string): string {
  const { protocol, host, hostname } = new URL(address)
  if (protocol === 'https:') return host
  return protocol === 'http:' ? `this device (${hostname})` : `an app on this device (${protocol.slice(0, -1)})`
}
