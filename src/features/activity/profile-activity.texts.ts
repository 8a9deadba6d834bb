export const PROFILE_ACTIVITY_TEXTS = {
  none: 'What you log appears here, and in your friends’ feeds.',
} as const
