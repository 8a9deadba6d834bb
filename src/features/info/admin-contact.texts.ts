import { CLOSED_MESSAGE_DAYS } from './info.rules.ts'

export const ADMIN_CONTACT_TEXTS = {
  about: `Messages to the people who run this site. Closed ones are deleted after ${CLOSED_MESSAGE_DAYS} days.`,
  notLoaded: 'The messages could not be loaded.',
  none: 'What people write at “Contact” appears here.',
} as const
