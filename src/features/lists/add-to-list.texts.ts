/** Of the dialog that puts a game on lists. */
export const ADD_TO_LIST_TEXTS = {
  notLoaded: 'Your lists could not be loaded.',
  none: 'You have no list yet. “New list” makes one with this game.',
  signIn: 'Please sign in to add games to your lists',
} as const
