/** The descriptions of the pages around an account. */
export const ACCOUNT_PAGES = {
  forgotPassword: 'Ask for a link to set a new password.',
  resetPassword: 'Set a new password.',
  signIn: 'Sign in to your library, your journal and your friends.',
  signUp: 'Create an account and log your first game within a minute.',
} as const
