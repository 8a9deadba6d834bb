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

/** Shown when a member's shelf could not be loaded. */
export const SHELF_MISSING = 'Nothing is lost. The library could not be loaded.'
/** The confirmation before a game is removed. */
export const REMOVE_GAME = 'Remove from library? Your progress for this game will be deleted.'
