/** Shown to a visitor who reports something. */
export const SIGN_IN_TO_REPORT = 'Please sign in to report'
