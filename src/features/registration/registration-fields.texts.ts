import {
  DAYS_MAX,
  INVITES_PER_MONTH_MAX,
  NOTE_MAX,
  REQUEST_MAX,
  SENTENCE_MAX,
  USES_MAX,
  WIDEST,
} from './registration.rules.ts'

/** At the fields of forms. */
export const REGISTRATION_FIELDS = {
  messageShort: 'Please write a sentence or two',
  messageLong: `Please write at most ${REQUEST_MAX} characters`,
  noteLong: `The note must have at most ${NOTE_MAX} characters`,
  sentenceLong: `The sentence must have at most ${SENTENCE_MAX} characters`,
  uses: `Choose a number of people from 1 to ${USES_MAX}`,
  days: `Choose a number of days from 1 to ${DAYS_MAX}`,
  perMonth: `Choose a number from 0 to ${INVITES_PER_MONTH_MAX}`,
  domain: 'Write domains such as example.org',
  domainsMany: 'These are too many domains',
  network: 'Write an address or a network, such as 203.0.113.0/24 or 2001:db8::/32',
  networkWide: `The widest networks are /${WIDEST.v4} for IPv4 and /${WIDEST.v6} for IPv6`,
  networkOwn: 'Your own address is in this network',
  networkLoopback: 'This machine itself is in this network',
  networkThere: 'This network is blocked already',
  blockNote: 'Say why',
  until: 'Choose a day in the future',
} as const
