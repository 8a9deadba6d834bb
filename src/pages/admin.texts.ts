import { CLOSED_MESSAGE_DAYS } from '#features/info/info.rules.ts'

/** What the pages of the admin area are for. */
export const ADMIN_PAGES = {
  audit: 'What admins have done, here and at the terminal. Nobody can change these entries.',
  badges: 'What members earn by what they do. Only admins take one away.',
  catalogue:
    'Where the games come from. The counts are up to a minute old; queries and failures are those of this node since its start.',
  challenges: 'What members can play towards. Progress is worked out from their libraries.',
  contact: `Messages to the people who run this site. Closed ones are deleted after ${CLOSED_MESSAGE_DAYS} days.`,
  errors:
    'Errors in people’s browsers, in groups, without addresses and secrets. A resolved error that occurs again is reopened.',
  forum:
    'Threads and posts of new members that contain a link. Nobody else sees them before a moderator has approved them.',
  jobs: 'What the site does in the background. All nodes share one queue, which remembers finished work for two days.',
  news: 'What everybody reads at “News”: written, scheduled and published here.',
  pageCounts:
    'How often pages were opened in the last thirty days, counted only in browsers that allow analytics. A visit is the first page that a browser opens on a day. The counts do not identify anybody.',
  noPageCounts: 'Pages appear here when somebody allows analytics.',
  playlists: 'Games that you put together for everybody. Visitors see them in this order.',
  reports: 'What members have reported. Authors do not learn who reported them.',
} as const

export const OUTBOX_TEXTS = {
  sent: 'Mails are sent. Those that are here were stored before a mail server was set up, and are deleted after 30 days.',
  notSentBecause: 'Mails that were not sent, because',
  onlyOwn: 'A link in a mail lets its reader into the account, so you can open mails to yourself only.',
  notLoaded: 'The mails could not be loaded.',
  triedAgain: 'A mail that cannot be sent is tried again; the jobs say when one fails.',
  none: 'Reset and confirmation mails appear here.',
} as const
