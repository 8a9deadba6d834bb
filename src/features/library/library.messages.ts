/** Texts for a visitor who tries an action that needs a session (R-LIB-11, R-LIB-12). */
export const SIGN_IN = {
  add: 'Please sign in to add games to your library',
  status: 'Please sign in to update game status',
} as const
