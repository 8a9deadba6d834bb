/** Of the actions on one game. */
export const GAME_ACTION_TEXTS = {
  sameStatus: (status: string) => `Game is already marked as ${status}`,
  addedAlready: 'Game is already in your library',
  notShared: "Added to library, but couldn't create activity",
  notAdded: (reason: string) => `Failed to add game: ${reason}`,
} as const
