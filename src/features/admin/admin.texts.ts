/** The texts that explain what disabling an account does, shown wherever an admin can do it. */
export const DISABLE_TEXTS = {
  text: 'They are signed out everywhere at once and cannot sign in. What they shared is hidden, nothing is deleted, and enabling them brings it back.',
  reasonHint: 'Other admins read it; the member does not.',
} as const
