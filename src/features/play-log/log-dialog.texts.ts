import { PARTIAL_DAY_HINT } from '#features/library/library.texts.ts'

/** Of the dialog that logs a game. */
export const LOG_DIALOG_TEXTS = {
  search: 'Search for a game to log',
  nameNeeded: 'Type the name of a game.',
  isReplay: 'You had played it before.',
  isFirst: 'It was not the first time.',
  isPaused: 'You go on with it later.',
  friendsSee: 'They see it in their feed.',
  nobodyNotified: 'Nobody is notified.',
  notesPrivate: 'Only you can read them.',
  reviewOpens: 'The page for it opens when the log is saved.',
  marksAs: (status: string) => `Saving will mark this game as ${status}`,
  dayHint: `${PARTIAL_DAY_HINT}. Without one it counts for no year.`,
} as const
