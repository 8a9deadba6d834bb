/**
 * Texts and decisions of the accounts feature, for server and browser. Pure functions: they use no server and no clock.
 */

import { isPrintable, readText } from '#shared/text.ts'
import { CREDENTIALS_INCORRECT, FIELD_TEXTS, SERVER_TEXTS, WAIT_MINUTES } from './accounts.texts.ts'

export const EMAIL_MAX = 254
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const USERNAME_MIN = 3
/** A username of exactly 20 characters is allowed, although the error text suggests otherwise (C31). */
const USERNAME_MAX = 20
export const DISPLAY_NAME_MAX = 49

/**
 * Words that could be mistaken for an address or for the team, and those that the form refuses before the server answers. Lower
 * case. The server also reserves each word of an address (`isReservedName`).
 */
const RESERVED = new Set(
  `signin signup forgot-password reset-password auth welcome all-games game games playlists playlist admin profile
   activity friends challenges reviews review list lists journal badges overview achievements messages info about faq contact
   privacy terms news releases forum thread search notifications settings account preferences data api assets category new edit
   me design offline covers avatars feeds images metrics health robots favicon sitemap openapi theme signout logout login register
   null undefined savepoint support`.split(/\s+/),
)

/** Returns true for names of profile tabs and top-level routes, in any letter case: they cannot be usernames (C31). */
export function isReservedUsername(username: string): boolean {
  return RESERVED.has(username.toLowerCase())
}

/** Returns the field's error text, or null when the username is well-formed (R-AUTH-30 to 33, C31). */
export function usernameProblem(username: string): string | null {
  if (username === '') return FIELD_TEXTS.usernameRequired
  if (username.length < USERNAME_MIN) return FIELD_TEXTS.usernameTooShort
  if (username.length > USERNAME_MAX) return FIELD_TEXTS.usernameTooLong
  if (!/^[A-Za-z0-9_-]+$/.test(username)) return FIELD_TEXTS.usernameCharacters
  if (/^[_-]|[_-]$/.test(username)) return FIELD_TEXTS.usernameEdges
  return null
}

/** Returns the field's error text, or null when the display name is valid (R-AUTH-34, R-AUTH-35, G47). */
export function displayNameProblem(name: string): string | null {
  const trimmed = readText(name)
  if (trimmed === '') return FIELD_TEXTS.displayNameRequired
  if (trimmed.length > DISPLAY_NAME_MAX) return FIELD_TEXTS.displayNameTooLong
  if (!isPrintable(trimmed)) return FIELD_TEXTS.displayNameCharacters
  return null
}

const CLASSES = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]

/**
 * Returns the field's error text, or null when the new password is valid (R-AUTH-26 to 29). Not for signing in (C32).
 */
export function newPasswordProblem(password: string): string | null {
  if (password === '') return FIELD_TEXTS.passwordRequired
  if (password.length < PASSWORD_MIN) return FIELD_TEXTS.passwordTooShort
  if (password.length > PASSWORD_MAX) return FIELD_TEXTS.passwordTooLong
  if (CLASSES.filter((pattern) => pattern.test(password)).length < 3) return FIELD_TEXTS.passwordTooPlain
  return null
}

export interface PasswordStrength {
  /** 0 to 5: one point each for length, uppercase, lowercase, digit and other character. */
  score: number
  label: 'Weak' | 'Good' | 'Strong'
}

/**
 * Returns what the strength meter shows (R-AUTH-05, R-AUTH-06). The meter does not decide whether the password is
 * accepted (C33).
 */
export function passwordStrength(password: string): PasswordStrength {
  const score = Number(password.length >= PASSWORD_MIN) + CLASSES.filter((pattern) => pattern.test(password)).length
  return { score, label: score <= 2 ? 'Weak' : score === 3 ? 'Good' : 'Strong' }
}

/**
 * Returns the path to redirect a visitor to (G06). A safe target begins with a single slash. Every other target becomes
 * the home page, and so do the two forms themselves. Browsers drop tabs and line breaks from URLs and resolve dots, so
 * the function refuses control characters and checks the resolved path. The result is plain ASCII, so it is safe in a
 * header.
 */
export function safeTarget(target: string | null | undefined): string {
  if (!target || !/^\/(?![/\\])/.test(target) || /\p{Cc}/u.test(target)) return '/'
  const { pathname, search, hash } = new URL(target, 'http://here.invalid')
  return /^\/(\/|(signin|signup)(?=$|\/))/.test(pathname) ? '/' : pathname + search + hash
}

/**
 * Returns the path that a signed-in member is redirected to, by the documented order of conditions (C35, R-SESS-13 to
 * 16).
 */
export function landingPath(
  user: { username: string | null; display_name: string | null; onboarded: boolean | null } | null,
  target?: string | null,
): string {
  if (!user) return '/signin'
  const wanted = safeTarget(target)
  if (user.onboarded === false) return `/welcome?new=true${wanted === '/' ? '' : `&next=${encodeURIComponent(wanted)}`}`
  if (!user.display_name || !user.username) return '/?profile_incomplete=true'
  return wanted
}

/** Returns the path of the form with the redirect target as a parameter (G06). */
export function withTarget(path: '/signin' | '/signup', target: string | null | undefined): string {
  const wanted = safeTarget(target)
  return wanted === '/' ? path : `${path}?redirect=${encodeURIComponent(wanted)}`
}

/**
 * Returns the URL of the second sign-in step, with the redirect target. The step has its own URL so that a reload stays
 * on it.
 */
export function secondStepPath(target: string | null | undefined): string {
  const wanted = safeTarget(target)
  return `/signin?step=code${wanted === '/' ? '' : `&redirect=${encodeURIComponent(wanted)}`}`
}

export interface AuthErrorText {
  title: string
  detail: string
  /** The form field that shows the error, and the text at that field. */
  inline: { field: 'email' | 'password' | 'username'; text: string } | null
}

const LOGIN_FAILED = {
  title: 'Login failed',
  detail: CREDENTIALS_INCORRECT,
  inline: { field: 'password', text: 'Invalid email or password' },
} as const
const NOT_FOUND = { title: 'Account not found', inline: { field: 'email', text: 'Email not found' } } as const
const TOO_MANY = { title: 'Too many attempts', detail: WAIT_MINUTES, inline: null } as const
const plain = (title: string) => ({ title, inline: null })

/**
 * Returns the texts for a refused sign-in or sign-up (C10). The server's code decides first, then the contents of its
 * message, in the documented order (R-AUTH-59 to 68). The detail falls back to the server's message.
 */
export function authErrorText(failure: { code: string; message: string }): AuthErrorText {
  const detail = failure.message || SERVER_TEXTS.unknown
  return { detail, ...(textOfCode(failure.code, detail) ?? textOfMessage(detail)) }
}

type KnownErrorText = Omit<AuthErrorText, 'detail'> & Partial<AuthErrorText>

function textOfCode(code: string, message: string): KnownErrorText | null {
  switch (code) {
    case 'invalid_credentials':
      return LOGIN_FAILED
    case 'user_not_found':
      return NOT_FOUND
    case 'email_not_confirmed':
      return plain('Email not verified')
    case 'user_already_exists':
      return {
        title: 'Email already registered',
        inline: { field: 'email', text: FIELD_TEXTS.emailTaken },
      }
    case 'username_taken':
      return { title: 'Username taken', inline: { field: 'username', text: FIELD_TEXTS.usernameTaken } }
    case 'weak_password':
      return message === FIELD_TEXTS.passwordTooPlain || message === FIELD_TEXTS.passwordCommon
        ? plain('Weak password')
        : plain('Password too short')
    case 'rate_limit_exceeded':
    case 'over_email_send_rate_limit':
      return TOO_MANY
    case 'account_disabled':
      return plain('Account disabled')
    case 'address_blocked':
    case 'address_closed':
      return plain('Not possible from here')
    case 'invalid_code':
      return plain('Wrong code')
    case 'second_step_over':
      return plain('Sign-in has expired')
    case 'passkey_unknown':
    case 'passkey_failed':
    case 'passkey_not_verified':
      return plain('Passkey not accepted')
    case 'offline':
    case 'timeout':
    case 'slow':
    case 'network':
      return plain('Connection problem')
    case 'validation_failed':
    case 'invalid_grant':
    case 'internal':
    case 'csrf_invalid':
      return plain('Something went wrong')
    default:
      return null
  }
}

function textOfMessage(message: string): KnownErrorText {
  const matches = (pattern: RegExp) => pattern.test(message)
  if (matches(/invalid (login )?credentials/i)) return LOGIN_FAILED
  if (matches(/(user|email) not found/i)) return NOT_FOUND
  if (matches(/invalid email/i)) return plain('Invalid email')
  if (matches(/weak password|password.*\bweak\b/i)) return plain('Weak password')
  if (matches(/short password|password.*\btoo short\b/i)) return plain('Password too short')
  if (matches(/too many requests|rate limit/i)) return TOO_MANY
  if (matches(/already registered/i)) return plain('Email already registered')
  if (matches(/network/i)) return plain('Connection problem')
  if (matches(/not confirmed/i)) return plain('Email not verified')
  return plain('Something went wrong')
}
