/** Texts around account deletion. */
export const DELETION_TEXTS = {
  nameDiffers: 'This is not your username',
  emailDiffers: 'This is not your email',
  signInAgain: 'Please sign in again first. You then have ten minutes to delete the account.',
  lastAdmin: 'You are the only admin. Make somebody else an admin first.',
  restored: 'Your account is restored. It will not be deleted.',
} as const
