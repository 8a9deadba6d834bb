/** Of menus everywhere; the dialog's own texts are in recommend-dialog.texts.ts and load with it. */
export const RECOMMEND = 'Recommend to a friend…'
export const RECOMMEND_SIGN_IN = 'Sign in to recommend a game to a friend.'
