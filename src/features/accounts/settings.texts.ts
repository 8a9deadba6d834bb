import { LINK_INVALID } from './accounts.texts.ts'
import { DELETION_GRACE_DAYS } from './deletion-and-export.rules.ts'

/** Of Settings, Account and Security, and of the dialogs that they open. */
export const DELETE_ACCOUNT_TEXTS = {
  question: 'Delete your account?',
  atOnce: 'You are signed out everywhere. Nobody sees your profile, your games or what you shared any more.',
  until: 'Sign in, and everything is as it was.',
  afterwards: 'Everything is removed for good. Nobody can bring it back.',
  about: `You can change your mind for ${DELETION_GRACE_DAYS} days. After that everything is removed for good.`,
  open: 'Delete my account…',
} as const

/** Of passkeys. */
export const PASSKEY_TEXTS = {
  remove: 'It no longer signs you in. Delete it on your device too, or the device will still offer it.',
  add: 'Your device will ask for your fingerprint, your face or its PIN.',
  nameHint: 'A name by which you recognise it',
  about: 'Sign in with your fingerprint, your face or the PIN of your device: nothing to type, and nothing to steal.',
} as const

/** Of two-factor sign-in. */
export const SECOND_FACTOR_TEXTS = {
  notCopied: 'The codes could not be copied',
  writeDown: 'Please write them down.',
  appNeeded: 'You need an app for codes on your phone, such as Aegis, 2FAS or Google Authenticator.',
  turnOffTitle: 'Turn off two-factor sign-in?',
  turnOff: 'Your password alone will be enough to sign in.',
  renewTitle: 'Create new recovery codes?',
  renew: 'Your current codes stop working.',
  keepCodes: 'Each gets you in once when your phone is away. They are shown only now: keep them where you find them.',
  addTitle: 'Add this to your app',
  add: 'Scan the QR code with the app, or type the key. Then type the code that the app shows.',
  qrCode: 'QR code for your app',
  about: 'After your password, a code from an app on your phone. Who knows the password alone stays out.',
  passwordFirst: 'Set a password first: you need it to change this.',
  noCodesLeft: 'No recovery codes are left. Create new ones.',
} as const

/** Of email, password and sign-in provider. */
export const SIGN_IN_SETTINGS = {
  unlink: (provider: string) => `You will then sign in without ${provider}.`,
  emailChange: 'Both addresses have to confirm before it changes.',
  linkSentTo: 'We have sent a link to',
  passwordFirst: 'Set a password first: you need it to change the address.',
  passwordChange: 'A new password signs you out everywhere else and ends all API tokens.',
  linkSent: 'The link in it sets your password.',
  noPassword: 'You have none yet: you sign in through a provider.',
  sendLink: 'Send me a link to set one',
  withProvider: (provider: string) => `You can sign in with ${provider}.`,
  onlyProvider: 'It is the only way to sign in to your account. Set a password to unlink it.',
  emailHalf: 'Confirmed. Now open the link in the mail to the other address.',
  emailChanged: 'Your email is changed.',
  emailTaken: 'Another account has this email by now. Yours stays as it was.',
  providerTaken: (provider: string) => `Another member here uses this account of ${provider}.`,
  link: (provider: string) => `${provider} will ask you to sign in next. After that you can sign in here with it too.`,
  linkFirst: (provider: string) => `Link your account at ${provider} to sign in with it too.`,
  linkInvalid: `${LINK_INVALID}. Please ask for the change again.`,
  providerLinked: (provider: string) => `${provider} is linked to your account.`,
  providerNotLinked: (provider: string) => `Linking ${provider} did not work. Please try again.`,
} as const

/** Of the sessions. */
export const SESSION_SETTINGS = {
  notLoaded: 'Your sessions could not be loaded.',
  about: 'Where you are signed in. Sign out any session that you do not recognise, then change your password.',
  scripts: 'Scripts keep their access: revoke their',
} as const

export const SETTINGS_ABOUT = 'Your account and its security.'
