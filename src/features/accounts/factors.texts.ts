import { PASSKEY_NAME_MAX } from './factors.rules.ts'

export const FACTOR_TEXTS = {
  codeRequired: 'Code is required',
  codeHint: 'Six digits, from your app',
  stepLead: 'Your account asks for a code after the password.',
  codeWrong: 'This code is wrong. Please try again.',
  codeUsed: 'This code was used already. Please wait for the next one.',
  stepOver: 'This sign-in has expired. Please start again.',
  passkeyUnknown: 'This passkey is not known on this site.',
  passkeyOver: 'That took too long. Please try again.',
  passkeyFailed: 'The passkey could not be checked. Please try again.',
  passkeyNotVerified: 'Your device must check your PIN, fingerprint or face. Please set one of them up on the device.',
  passkeyNameRequired: 'Name is required',
  passkeyNameTooLong: `Name is too long (max ${PASSKEY_NAME_MAX} characters)`,
} as const
