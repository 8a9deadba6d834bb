/** Of the dialogs for a review. */
export const REVIEW_DIALOG_TEXTS = {
  starsStay: 'Your stars in the library stay.',
  libraryNotLoaded: 'Your library could not be loaded. Nothing is lost.',
  example: 'What stays with you?',
  draft: 'Kept on this device until you save.',
  public: 'Everybody may read it.',
  waitsForNetwork: 'Your review is kept on this device, and sent when there is a network',
  wholeGame: 'The game is not in your library, so the whole game is suggested.',
  lost: (lost: string) => `Its ${lost} will be lost.`,
  deleteTitle: (game: string) => `Delete your review of ${game}?`,
} as const
