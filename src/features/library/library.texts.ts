import { counted } from '#shared/counted.ts'

/** The hint of a date that may be partial. */
export const PARTIAL_DAY_HINT = 'A year, a month or a day'

/** Shown when a change of several games failed. */
export const NOTHING_CHANGED = 'Nothing was changed.'

/** Shown to a member who has logged nothing. */
export const LOG_A_GAME = 'Log a game, and it appears here.'

/** Shown to a member whose library is empty. */
export const SHELF_EMPTY = 'Nothing in your library yet'

/** Texts for a visitor who tries an action that needs a session (R-LIB-11, R-LIB-12). */
export const SIGN_IN = {
  add: 'Please sign in to add games to your library',
  status: 'Please sign in to update game status',
} as const

/** Titles of failed changes and reads. */
export const LIBRARY_FAILURES = {
  add: 'Failed to add game to library',
  status: 'Failed to update game status',
  progress: 'Failed to update game progress',
  remove: 'Failed to remove game from library',
  rating: 'Failed to update rating',
  like: 'Failed to update like',
  log: 'Failed to update progress',
  load: 'Failed to load progress',
  unexpected: 'An unexpected error occurred. Please try again.',
} as const

/** Status 400: a logged number of achievements is below the ticks, which would be lost (G15). */
export const fewerThanTicked = (ticks: number) =>
  `You have ticked ${counted(ticks, 'achievement')} of this game. Untick some to log fewer.`

/** Shown when a member's library could not be loaded. */
export const SHELF_MISSING = 'Nothing is lost. The library could not be loaded.'

/** The confirmation before a game is removed. */
export const REMOVE_GAME = 'Remove from library? Your progress for this game will be deleted.'

/** For an activity that the member shares too soon after the last one about the game. */
export const shareWaitText = (minutes: string): string =>
  `Please wait ${minutes} before sharing another update for this game.`

/** Of refused writes. */
export const LIBRARY_REFUSALS = {
  undoOver: 'This change can no longer be undone',
  changedSince: 'This game was changed since then, so it stays in your library',
  duplicate: 'Game is already in your library (duplicate)',
  notOwn: 'You can only change your own library',
} as const
