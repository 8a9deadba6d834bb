/** Of the dialog that puts a game on lists. */
export const ADD_TO_LIST_TEXTS = {
  notLoaded: 'Your lists could not be loaded.',
  none: 'You have no list yet. “New list” makes one with this game.',
} as const
