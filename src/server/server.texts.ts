import { TRY_LATER } from '#shared/sentences.ts'

/** What the jobs do, for admins. */
export const SERVER_JOBS = {
  backup: 'Makes a backup when the latest one is a day old.',
  browserFiles: 'Deletes the files of browsers of versions that no node has had for 14 days.',
  longMigrations: 'Changes many rows in batches after an update, until each long migration is finished.',
  baseBackup: 'Copies the database into the archive of the write-ahead log when the latest copy is a day old.',
  watchArchive: 'Tells the log when the archive takes no write-ahead log.',
  sitemap: 'Divides the sitemap into parts of at most 10,000 addresses.',
} as const

const WHEN_ENDED = 'Please try again when it has ended.'
export const IN_A_MOMENT = 'Please try again in a moment.'

/** Of refused requests. */
export const REQUEST_REFUSALS = {
  badAddress: 'This address has the wrong format',
  addressClosed: 'This site takes nothing from visitors of your network, and no sign-ins.',
  csrf: 'Invalid or missing security token',
  otherOrigin: 'Only our own pages may subscribe',
  nothingToHear: 'There is nothing to hear for you',
  stopping: 'The server is about to stop. Please try again.',
  tooLarge: 'The request is too large',
  brokenOff: 'The request broke off',
  notJson: 'The request body is not valid JSON',
  notAForm: 'The request body is not a valid form',
  busy: `Too much is going on just now. ${IN_A_MOMENT}`,
  databaseAway: `The database is not responding right now. ${IN_A_MOMENT}`,
  removedMeanwhile: 'What you write about was removed meanwhile. Please reload the page.',
  storageFull: `There is no room left to save this. ${TRY_LATER}`,
  invalid: 'Please check what you have entered',
  notStorable: 'The text contains characters that cannot be stored',
} as const

/** Of refused uploads and exports. */
export const HEAVY_REFUSALS = {
  upload: `Another upload of yours is still under way. ${WHEN_ENDED}`,
  export: `Another export of yours is still under way. ${WHEN_ENDED}`,
  full: 'Too many files are on their way just now. Please try again in a minute.',
} as const

/** The sentence for a write of a page that people reach at another address than the site knows. */
export const wrongOrigin = (received: string, expected: string): string =>
  `This page is at ${received}, and the site expects ${expected}. Whoever runs the site sets BASE_URL to the address that people open.`

/** Of refused access tokens. */
export const TOKEN_REFUSALS = {
  missing: 'Send an access token in the header: Authorization: Bearer svp_…',
  invalid: 'This access token does not exist, or it was revoked',
  expired: 'This access token has expired',
  scope: (scope: string) => `This access token lacks the scope ${scope}`,
} as const

/** The sentence for a request to an address that exists, but not for its method. */
export const wrongMethod = (methods: string, method: string): string =>
  `This address answers to ${methods}, not to ${method}`

/** Of a write with an Idempotency-Key. */
export const ONCE_REFUSALS = {
  keyInvalid: 'An Idempotency-Key has 1 to 200 printable characters',
  keyReused: 'This Idempotency-Key came with another request before',
} as const
