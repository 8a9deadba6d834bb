/** The reasons why an authentication step failed. The services turn these codes into refusals. */
export type AuthFailureCode =
  /** Unknown address, wrong password, or an account that was removed during the sign-in. */
  | 'wrong_credentials'
  | 'account_disabled'
  | 'email_not_confirmed'
  /** The session ended before the step. */
  | 'signed_out'
  | 'second_factor_on'
  /** Also after a crash has left it half enabled, with an unconfirmed secret. */
  | 'second_factor_off'
  | 'wrong_code'
  /** The sign-in no longer waits for its second step, or the factor was turned off meanwhile. */
  | 'challenge_over'
  /** Ten wrong codes in a row lock the second step of the account. */
  | 'second_factor_locked'
  | 'passkey_unknown'
  | 'passkey_challenge_over'
  | 'passkey_not_verified'
  /** A passkey could not sign the member in. */
  | 'passkey_not_accepted'
  /** A passkey could not be added. */
  | 'passkey_not_made'

export class AuthFailure extends Error {
  override name = 'AuthFailure'
  readonly code: AuthFailureCode

  constructor(code: AuthFailureCode, cause: unknown) {
    super(`Authentication failed: ${code}`, { cause })
    this.code = code
  }
}

/** The session hook throws these codes through better-auth (`create-auth.ts`). */
export const ACCOUNT_DISABLED = 'ACCOUNT_DISABLED'
export const EMAIL_NOT_CONFIRMED = 'EMAIL_NOT_CONFIRMED'
/** A passkey was used without PIN, finger or face, which is only one of the two required factors. */
export const PASSKEY_NOT_VERIFIED = 'PASSKEY_USER_NOT_VERIFIED'

/** PostgreSQL's SQLSTATE for a missing referenced row: the account was removed during the sign-in. */
const FOREIGN_KEY_VIOLATION = '23503'

/** Translates better-auth's error codes, and SQLSTATEs that pass through it. Each kind of step has its own table. */
const SIGN_IN_CODES = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong_credentials',
  [FOREIGN_KEY_VIOLATION]: 'wrong_credentials',
  [ACCOUNT_DISABLED]: 'account_disabled',
  [EMAIL_NOT_CONFIRMED]: 'email_not_confirmed',
} as const

const SECOND_STEP_CODES = {
  ...SIGN_IN_CODES,
  INVALID_CODE: 'wrong_code',
  INVALID_BACKUP_CODE: 'wrong_code',
  INVALID_TWO_FACTOR_COOKIE: 'challenge_over',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'challenge_over',
  TOTP_NOT_ENABLED: 'second_factor_off',
  BACKUP_CODES_NOT_ENABLED: 'challenge_over',
  ACCOUNT_TEMPORARILY_LOCKED: 'second_factor_locked',
} as const

const SECOND_FACTOR_SETTINGS_CODES = {
  INVALID_CODE: 'wrong_code',
  TOTP_ALREADY_ENABLED: 'second_factor_on',
  TWO_FACTOR_NOT_ENABLED: 'second_factor_off',
} as const

const PASSKEY_CODES = {
  ...SIGN_IN_CODES,
  PASSKEY_NOT_FOUND: 'passkey_unknown',
  CHALLENGE_NOT_FOUND: 'passkey_challenge_over',
  [PASSKEY_NOT_VERIFIED]: 'passkey_not_verified',
  AUTHENTICATION_FAILED: 'passkey_not_accepted',
  FAILED_TO_VERIFY_REGISTRATION: 'passkey_not_made',
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: 'passkey_not_made',
} as const

export const throwSignInFailure = translated(SIGN_IN_CODES)
/** The status CONFLICT: a simultaneous use of the recovery code came first. */
export const throwSecondStepFailure = translated(SECOND_STEP_CODES, { CONFLICT: 'wrong_code' })
export const throwSecondFactorFailure = translated(SECOND_FACTOR_SETTINGS_CODES, { UNAUTHORIZED: 'signed_out' })
export const throwPasskeyFailure = translated(PASSKEY_CODES)

/** Returns better-auth's error code, or else PostgreSQL's, or undefined. */
export function errorCodeOf(error: unknown): unknown {
  const { body, code } = (error ?? {}) as { body?: { code?: unknown }; code?: unknown }
  return body?.code ?? code
}

/** Returns the name of the HTTP status of better-auth's error. */
export const errorStatusOf = (error: unknown): unknown => (error as { status?: unknown } | null)?.status

/**
 * Throws an `AuthFailure` for known codes and statuses, and rethrows every other error. Codes take precedence over
 * statuses.
 */
function translated(
  codes: Readonly<Record<string, AuthFailureCode>>,
  statuses: Readonly<Record<string, AuthFailureCode>> = {},
): (error: unknown) => never {
  return (error) => {
    const failure = codes[String(errorCodeOf(error))] ?? statuses[String(errorStatusOf(error))]
    throw failure === undefined ? error : new AuthFailure(failure, error)
  }
}

/** Codes of refusals of `accountWanted`: the site takes no account from this person. */
const DOOR_FAILURES = [
  'registration_closed',
  'invitation_required',
  'invitation_used',
  'invitation_ended',
  'invitation_revoked',
  'invitation_unknown',
  'mail_domain_refused',
  'address_blocked',
] as const
type DoorFailure = (typeof DOOR_FAILURES)[number]

export const isDoorFailure = (failure: string): failure is DoorFailure => DOOR_FAILURES.some((each) => each === failure)

/** The reasons why the provider's callback failed, as pages show them (G02, G11). */
export type ProviderFailure =
  | 'account_exists'
  | 'identity_used'
  | 'auth_failed'
  | 'email_not_confirmed'
  | 'callback_failed'
  /** The provider gives no address, because of its own settings or those of the person. */
  | 'no_email'
  | 'oauth_failed'
  | DoorFailure

/** better-auth's error in the URL that its callback redirects to. */
const CALLBACK_ERRORS: Readonly<Record<string, ProviderFailure>> = {
  account_not_linked: 'account_exists',
  account_already_linked_to_different_user: 'identity_used',
  [ACCOUNT_DISABLED]: 'auth_failed',
  [EMAIL_NOT_CONFIRMED]: 'email_not_confirmed',
  invalid_code: 'callback_failed',
  issuer_mismatch: 'callback_failed',
  issuer_missing: 'callback_failed',
  nonce_binding_missing: 'callback_failed',
  unable_to_get_user_info: 'callback_failed',
  email_not_found: 'no_email',
  no_code: 'callback_failed',
}

/** Returns 'oauth_failed' for the provider's own errors, and for a state of another browser. */
export const providerFailureOf = (error: string): ProviderFailure =>
  isDoorFailure(error) ? error : (CALLBACK_ERRORS[error] ?? 'oauth_failed')
