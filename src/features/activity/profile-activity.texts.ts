export const PROFILE_ACTIVITY_TEXTS = {
  gone: 'This activity no longer exists',
  goneText: 'It was deleted, together with its comments.',
  none: 'What you log appears here, and in your friends’ feeds.',
} as const
