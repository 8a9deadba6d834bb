import { counted } from '#shared/counted.ts'

/** The mails about notifications, and the page on which their links end. */
export const MAIL_TEXTS = {
  subject: (heading: string, productName: string) => `${heading} · ${productName}`,
  heading: (count: number) => counted(count, 'new notification'),
  headingOfMany: (count: number) => `More than ${count} new notifications`,
  preheaderOfMany: (first: string) => `${first}, and more.`,
  all: 'See all notifications',
  footnote: {
    digest:
      'You get this mail because you asked for a digest of what you have missed. What you have read is not in it.',
    soon: 'You get this mail because you asked to be told soon of what waits for your answer.',
  },
  settings: 'Change what is mailed',
  stop: { digest: 'Stop the digest', soon: 'Stop these mails' },
} as const

export const UNSUBSCRIBE_TEXTS = {
  digest: {
    question: 'Stop the digest of notifications?',
    done: 'The digest is stopped.',
  },
  soon: {
    question: 'Stop the mails about friend requests and messages?',
    done: 'These mails are stopped.',
  },
  button: 'Stop them',
  nothingYet: 'Nothing has changed yet.',
  again: 'You can turn them on again in your settings.',
  settings: 'Notification settings',
  wrongTitle: 'This link is not complete',
  wrong: 'Please open the link of the mail again, or change it in your settings.',
} as const
