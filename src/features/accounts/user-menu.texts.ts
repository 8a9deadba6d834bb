/** Of the menu of the member. */
export const SIGN_OUT_FAILED = {
  title: 'You are still signed in',
  text: 'Signing out did not work. Please try again.',
} as const

/** Where signing out would lose something. */
export const SIGN_OUT_ANYWAY = 'Sign out anyway'
