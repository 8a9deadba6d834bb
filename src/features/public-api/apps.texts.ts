import { tooLongText } from '#shared/sentences.ts'
import type { AppKind } from './apps.rules.ts'
import { APP_NAME_WORDS, MAX_APPS, MAX_REDIRECTS } from './apps.rules.ts'
import { TOKEN_NAME_LENGTH } from './tokens.rules.ts'

export const APP_KIND_TEXTS: Record<AppKind, { label: string; text: string }> = {
  public: { label: 'On a device or in a browser', text: 'It has no secret and proves itself with PKCE' },
  confidential: { label: 'On a server', text: 'It has a secret, and uses PKCE, too' },
}

export const OWN_APP_TEXTS = {
  redirectWrong:
    'A redirect address begins with https://, with http://localhost or http://127.0.0.1, or with a scheme of the app such as com.example.app:/',
  requestOver: 'This request is too old. Begin again in the app.',
  nameRequired: 'Name is required',
  nameTooLong: tooLongText('Name', TOKEN_NAME_LENGTH),
  nameCharacters: 'Name contains characters that cannot be shown',
  nameLetters: 'Name mixes letters that look alike. Use one alphabet in each word.',
  nameOnly: `A name has up to ${APP_NAME_WORDS} words of letters and digits. It is no sentence and no address.`,
  namePoses: 'This name could be mistaken for this site or its team. Choose another one.',
  redirectHere: 'A redirect address leads to your app, and not to this site',
  redirectRequired: 'Enter at least one redirect address',
  tooManyRedirects: `An app has up to ${MAX_REDIRECTS} redirect addresses`,
  tooMany: `You can register up to ${MAX_APPS} apps. Delete one first.`,
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

/** Why the member is not asked, and the link back to the app. */
export const REQUEST_TEXTS = {
  title: 'This app cannot ask for access',
  unknown: 'The app is not registered here, or was removed.',
  disabled: 'The app was turned off.',
  redirect: 'The app wants to send you to an address that is not registered.',
  scope: 'The app asks for something that does not exist here.',
  other: 'The app has made a mistake in its request.',
  back: (place: string) => `Return to ${place}`,
} as const

/** Returns the sentence for a code of `readAppRequest`. */
export function requestProblem(code: string): string {
  const sentences: Record<string, string> = {
    invalid_client: REQUEST_TEXTS.unknown,
    client_disabled: REQUEST_TEXTS.disabled,
    invalid_redirect: REQUEST_TEXTS.redirect,
    invalid_scope: REQUEST_TEXTS.scope,
  }
  return sentences[code] ?? REQUEST_TEXTS.other
}

/** Of the question whether an app may use the account. */
export const APP_QUESTION = {
  lastingAccess: 'It has access until you revoke it in the settings.',
  hourOfAccess: 'It has access for an hour, or until you revoke it in the settings.',
  signedInAs: 'You are signed in as',
  willBeAble: 'It will be able to',
  madeBy: (username: string) => `Made by the member @${username}, not by this site.`,
} as const

/** Of the fields of an app. */
export const APP_HINTS = {
  name: 'Members see it when the app asks them for access',
  redirects: 'Where members return to, one address a line',
  notCopied: (secret: string) => `The ${secret} could not be copied`,
} as const
