import { counted } from '#shared/counted.ts'
import { OUTBOX_DAYS } from '#shared/outbox.ts'

/** Of writes that wait on the device. */
export const OUTBOX_TEXTS = {
  tooOld: `This was done more than ${OUTBOX_DAYS} days ago. Look whether it is still right, and do it again.`,
  refused: 'The site did not take this.',
} as const

const things = (count: number) => counted(count, 'thing')

/** Of what a device has not sent, outside of its page. */
export const UNSENT_TEXTS = {
  notSignedOut: (count: number) =>
    `Not signed out: ${things(count)} that you did here would be lost, because the site does not have them yet.`,
  refused: (count: number) => `The site did not take ${things(count)} that you did without a network.`,
  look: 'Look',
} as const

/** Of the list of what waits. */
export const WAITING_TEXTS = {
  kinds: {
    add: 'Added to the library',
    change: 'Rating, heart or notes',
    status: 'Status',
    progress: 'Log',
    queue: 'Moved in Up next',
    shelf: 'Shelf',
    timer: 'Timer',
    session: 'Play session',
    journal: 'Journal entry',
    'journal-change': 'Change of a journal entry',
    'journal-deletion': 'Deletion of a journal entry',
    review: 'Review',
    'review-deletion': 'Deletion of a review',
    message: 'Message',
    'message-deletion': 'Deletion of a message',
    comment: 'Comment',
    'comment-deletion': 'Deletion of a comment',
  },
  empty: 'Nothing waits. The site has everything that you did here.',
  unknownGame: 'A game',
  here: 'Here',
  there: 'On the site',
  nothingThere: 'not in the library',
  send: 'Send',
  discard: 'Discard',
} as const
