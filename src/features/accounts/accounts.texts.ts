import { appealSentence } from '#shared/appeals.texts.ts'
import { fullDate } from '#shared/dates.ts'
import { CHECK_INFORMATION } from '#shared/errors.texts.ts'
import { TOO_MANY_ATTEMPTS } from '#shared/sentences.ts'
import { PASSKEYS_MAX } from './factors.rules.ts'

const USERNAME_EDGES = 'Username cannot start or end with underscores or hyphens'

export const WAIT_MINUTES = 'Please wait a few minutes'

export const LINK_INVALID = 'This link is no longer valid'

export const LINK_FOR_AN_HOUR = 'The link works once, for an hour.'

/** Said on the page and in the mail after a new password. */
export const OTHER_SESSIONS_SIGNED_OUT = 'All other sessions were signed out.'

const INVALID_CREDENTIALS = 'Invalid email or password. Please try again.'

/** Status 404, for admins. */
export const NO_SUCH_MEMBER = 'There is no such member'

/** The documented texts of the fields, to the letter (R-AUTH-23 to 35, C31, C32). */
export const FIELD_TEXTS = {
  emailRequired: 'Email is required',
  emailTooLong: 'Email is too long',
  emailInvalid: 'Please enter a valid email address',
  emailTaken: 'This email is already registered',
  passwordRequired: 'Password is required',
  passwordTooShort: 'Password must be at least 8 characters',
  passwordTooLong: 'Password is too long (max 128 characters)',
  passwordTooPlain: 'Password must contain at least 3 of: lowercase, uppercase, number, special character',
  passwordCommon: 'This password is one of the most common ones. Choose another one.',
  passwordWrong: 'This is not your current password',
  passwordsDiffer: 'Passwords do not match',
  usernameRequired: 'Username is required',
  usernameTooShort: 'Username must be at least 3 characters',
  usernameTooLong: 'Username must be less than 20 characters',
  usernameEdges: USERNAME_EDGES,
  usernameCharacters: `Only letters, digits, underscores and hyphens are allowed. ${USERNAME_EDGES}`,
  usernameReserved: 'This username is reserved',
  usernameTaken: 'Username is already taken',
  usernameFree: 'Username is available!',
  usernameHint: 'Letters, digits, underscores and hyphens',
  displayNameRequired: 'Display name is required',
  displayNameTooLong: 'Display name must be less than 50 characters',
  displayNameCharacters: 'Display name contains characters that cannot be shown',
} as const

/** The server's error texts by code (R-AUTH-70 to 78). */
export const SERVER_TEXTS = {
  invalid_credentials: INVALID_CREDENTIALS,
  user_not_found: INVALID_CREDENTIALS,
  email_not_confirmed: 'Please verify your email address before signing in.',
  weak_password: 'Password must be at least 8 characters long.',
  user_already_exists: 'An account with this email already exists.',
  rate_limit_exceeded: TOO_MANY_ATTEMPTS,
  invalid_grant: 'Invalid or expired reset token. Please request a new one.',
  validation_failed: CHECK_INFORMATION,
  over_email_send_rate_limit: `Too many email requests. ${WAIT_MINUTES}.`,
  account_disabled: 'This account has been disabled.',
  no_session: 'Could not establish session. Please try again.',
  unknown: 'An error occurred. Please try again.',
} as const

/** For the limit of wrong passwords for one account from everywhere. It is the same without an account (C11). */
export const SIGN_IN_SLOWED =
  'Too many wrong passwords were tried for this account. A link to your email address or a passkey still lets you in.'
export const CODE_NOT_ACCEPTED = 'This code does not let you in. Please wait for the next one, or use another way.'

/** The only response to a request for a reset link, whether or not the account exists (G01). */
export const RESET_SENT = 'If an account exists for this email, we have sent a reset link.'

/** Returns the text for `?error=` on the forms (R-AUTH-09 to 14). */
export function redirectErrorText(code: string, providerName = 'Google'): string {
  const texts: Record<string, string> = {
    oauth_failed: 'Social sign-in failed. Please try again.',
    auth_failed: 'Authentication failed. Please check your credentials.',
    no_session: SERVER_TEXTS.no_session,
    callback_failed: 'Authentication callback failed. Please try again.',
    already_confirmed: 'This email is already confirmed. Please sign in.',
    account_exists: `This email already has a password. Sign in with your password first, then link ${providerName} in Settings.`,
    email_not_confirmed: SERVER_TEXTS.email_not_confirmed,
    no_email: `${providerName} did not give us your email address, so we cannot sign you in. Allow it there, or sign up with an email and a password.`,
    no_code: 'Invalid authentication request. Please try again.',
  }
  return Object.hasOwn(texts, code) ? (texts[code] as string) : 'Authentication failed. Please try again.'
}

export const CREDENTIALS_INCORRECT = 'The email or password you entered is incorrect. Please check both and try again.'

/** What the jobs do, for admins. */
export const ACCOUNT_JOBS = {
  deleteExpired: 'Deletes sessions, links and codes that have expired.',
  deleteOldMails: 'Deletes stored mails that are older than thirty days.',
  removeDeleted: 'Removes the accounts of members who deleted them and did not come back.',
  sendMail: 'Sends a mail.',
  endSuspensions: 'Enables the accounts whose suspension has ended.',
} as const

/** Of refused writes. */
export const ACCOUNT_REFUSALS = {
  mailMissing: (id: string) => `There is no mail with the id ${id}.`,
  onlyPasskey: 'Set a password first: this passkey is the only way to sign in to your account.',
  passkeyMissing: 'This passkey no longer exists',
  notOwnProfile: 'You can only create your own profile',
  addressUnknown: (email: string) => `No account has the address ${email}.`,
  accountDisabled: 'This account is disabled: enable it first.',
  lastAdmin: 'This is the last admin: make somebody else an admin first.',
  startAgain: 'Please start again.',
  secondFactorOn: 'Two-factor sign-in is on already.',
  secondFactorOff: 'Two-factor sign-in is not on.',
  signInRecently: 'Please sign out and in again first: this needs a sign-in of the last ten minutes.',
  sessionEnded: 'This session has ended already',
  passwordOff: (provider: string) => `Passwords are off here. Please sign in with ${provider}.`,
  logoutToken: 'This is no valid logout token, or it was sent before.',
  noProvider: 'Signing in through a provider is not configured here.',
  linkedAlready: (provider: string) => `Your account is linked to ${provider} already.`,
  notLinked: (provider: string) => `Your account is not linked to ${provider}.`,
  onlyProvider: (provider: string) => `Set a password first: ${provider} is the only way to sign in to your account.`,
  tooManyPasskeys: `You have ${PASSKEYS_MAX} passkeys already. Remove one first.`,
  providerSilent: (provider: string) => `${provider} cannot be reached. Please try again.`,
} as const

/** What a suspended member reads after the right password. */
export const suspendedSentence = ({
  until,
  words,
  appeal,
}: {
  until: Date | null
  words: string | null
  appeal: { state: 'waiting' | 'accepted' | 'declined'; created_at: string; answer: string | null } | null
}): string => {
  const state = until === null ? SERVER_TEXTS.account_disabled : `This account is suspended until ${fullDate(until)}.`
  const appealed = appeal && appealSentence({ ...appeal, at: new Date(appeal.created_at) })
  return [state, words, appealed].filter(Boolean).join(' ')
}
