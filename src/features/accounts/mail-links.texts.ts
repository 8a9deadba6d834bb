import { LINK_FOR_AN_HOUR } from './accounts.texts.ts'

/** Of the pages around the links that mails carry. */
export const MAIL_LINK_TEXTS = {
  newestLink: 'The newest link works for 24 hours.',
  clickLink: 'Click the link in the mail that we have sent you, and your library is ready.',
  notArrived: 'It works once, for 24 hours. Nothing there? Look in your spam folder.',
  forgotTitle: 'Forgot your password?',
  forgotLead: 'Enter your email, and we will send you a link to set a new password.',
  resetNotArrived: `${LINK_FOR_AN_HOUR} Nothing there? Look into the spam folder, or`,
  resetLead: 'It signs you in here and signs you out everywhere else.',
} as const
