/** What the pages of the admin area are for. Those of other features say it in their own texts. */
export const ADMIN_PAGES = {
  audit: 'What admins have done, here and at the terminal. Nobody can change these entries.',
  errors:
    'Errors in people’s browsers, in groups, without addresses and secrets. A resolved error that occurs again is reopened.',
  health: 'What is wrong with the site, and what to do, the most urgent first. The same as npm run doctor.',
  jobs: 'What the site does in the background. All nodes share one queue, which remembers finished work for two days.',
  pageCounts:
    'How often pages were opened in the last thirty days, counted only in browsers that allow analytics. A visit is the first page that a browser opens on a day. The counts do not identify anybody.',
  noPageCounts: 'Pages appear here when somebody allows analytics.',
} as const

export const OUTBOX_TEXTS = {
  sent: 'Mails are sent. Those that are here were stored before a mail server was set up, and are deleted after 30 days.',
  notSentBecause: 'Mails that were not sent, because',
  onlyOwn: 'A link in a mail lets its reader into the account, so you can open mails to yourself only.',
  notLoaded: 'The mails could not be loaded.',
  triedAgain: 'A mail that cannot be sent is tried again; the jobs say when one fails.',
  none: 'Reset and confirmation mails appear here.',
} as const
