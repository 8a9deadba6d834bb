/** Shown when the items that wait for an admin could not be loaded. */
export const WAITING_FAILED = 'What waits could not be loaded.'

/** Shown when the reports of members or of an error could not be loaded. */
export const REPORTS_FAILED = 'The reports could not be loaded.'

/** Who did what happens by itself, in the audit log. */
export const AUDIT_BY_SITE = 'This site'

/** Shown when counts could not be loaded. */
export const COUNTS_FAILED = 'The counts could not be loaded.'

/** The texts that explain what disabling an account does, shown wherever an admin can do it. */
export const DISABLE_TEXTS = {
  text: 'They are signed out everywhere at once and cannot sign in. What they shared is hidden, nothing is deleted, and enabling them brings it back.',
  reasonHint: 'Other admins read it; the member does not.',
  message: 'What the member reads',
  messageHint: 'Optional. It is shown unchanged at the sign-in, without your name.',
  until: 'Until',
  untilHint: 'Through this day (UTC), then it ends by itself. Empty: for good.',
  for: (date: string) => `until ${date}`,
} as const

const STILL_TYPED = 'What you have typed is still here: copy it if you need it.'

/** An open admin page shows this when its viewer may no longer use it. The typed text stays. */
export const ACCESS_LOST_TEXTS = {
  role: {
    title: 'You are no longer an admin',
    text: `Your role was revoked, so nothing on this page is saved or updated any more. ${STILL_TYPED}`,
  },
  session: {
    title: 'You are signed out',
    text: `Nothing on this page is saved or updated until you sign in again. ${STILL_TYPED}`,
  },
} as const

export const CHANGES_APPEAR_HERE = 'Changes that admins make appear here.'

/** Of refused requests. */
export const ADMIN_REFUSALS = {
  errorStatus: 'The status is open or resolved',
  untilWrong: 'Choose a date after today',
  ownAccount: 'You cannot change your own account here.',
  checkMissing: 'There is no such check.',
  jobMissing: 'There is no such job.',
  jobOnDemand: 'This job runs only when something needs it.',
  jobQueued: 'This job is waiting or running already.',
} as const

/** Of the lists of the admin area. */
export const ADMIN_LIST_TEXTS = {
  auditFailed: 'The audit log could not be loaded.',
  auditHint: 'Search by part of the name of an admin or of the member affected, or of a title.',
  errorsFailed: 'The errors could not be loaded.',
  noMessage: 'An error without a message',
  noErrors: 'Errors in people’s browsers appear here for 30 days.',
  jobsFailed: 'The jobs could not be loaded.',
  noJobs: 'Work in the background appears here.',
  noRun: 'No run in the last two days.',
  usersHint: 'Search by part of a name, or by a whole email address.',
  firstSeen: (day: string, shown: number, all: string) => `First seen ${day}. The newest ${shown} of ${all}:`,
} as const

export const GO_HOME = 'Go to the home page'

/** Of the questions before a role or a status changes. NAME is replaced. */
export const ROLE_TEXTS = {
  accountStays: 'They keep their account and everything in it.',
  makeAdminTitle: 'Make NAME an admin?',
  makeAdmin: 'Admins see the mails in the outbox, disable accounts and give this role to others.',
  takeAdminTitle: 'Revoke the admin role from NAME?',
  adminNoMore: 'NAME is no longer an admin',
  makeModeratorTitle: 'Make NAME a moderator?',
  makeModerator: 'Moderators pin, lock, move and delete in the forum, and handle its reports.',
  takeModeratorTitle: 'Revoke the moderator role from NAME?',
  moderatorNoMore: 'NAME is no longer a moderator',
  enable: 'They can sign in again, and what they shared is shown again.',
  enabled: 'NAME may sign in again',
} as const

/** The question before a job runs; `about` says what it does. */
export const runJobText = (about: string): string =>
  `${about} It runs in addition to its schedule, and the audit log records it.`
