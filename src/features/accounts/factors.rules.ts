/** Numbers and sentences of two-factor sign-in and passkeys, for both sides. */

/** How long the second step waits for a code. Seconds. */
export const SECOND_STEP_SECONDS = 10 * 60
/** How long a trusted device needs no code. Seconds: 30 days, like a remembered session (C66). */
export const TRUST_SECONDS = 30 * 24 * 3600
export const RECOVERY_CODES = 10
/** A code is asked for again after so many wrong ones for an account, and after so long (seconds): better-auth's own. */
export const LOCK_SECONDS = 15 * 60
/** Without a password, whoever adds a passkey or links a provider must have signed in within this time. Seconds. */
export const RECENT_SECONDS = 10 * 60
export const PASSKEYS_MOST = 20
export const PASSKEY_NAME_MAX = 60

export const FACTOR_TEXTS = {
  codeRequired: 'Code is required',
  codeHint: 'Six digits, from your app',
  stepLead: 'Your account asks for a code after the password.',
  codeWrong: 'This code is not right. Please try again.',
  codeUsed: 'This code was used already. Please wait for the next one.',
  stepOver: 'This sign-in has run out. Please begin again.',
  passkeyUnknown: 'This passkey is not known here.',
  passkeyOver: 'That took too long. Please try again.',
  passkeyFailed: 'The passkey could not be checked. Please try again.',
  passkeyNotVerified: 'Your device has to ask for your PIN, finger or face. Please set one up there.',
  passkeyNameRequired: 'Name is required',
  passkeyNameTooLong: `Name is too long (max ${PASSKEY_NAME_MAX} characters)`,
} as const

/** What was typed as a code of the app: six digits, however they were spaced; else it is taken for a recovery code. */
export function readCode(typed: string): { kind: 'app' | 'recovery'; code: string } {
  const bare = typed.replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(bare)) return { kind: 'app', code: bare }
  return { kind: 'recovery', code: `${bare.slice(0, 5)}-${bare.slice(5)}` }
}
