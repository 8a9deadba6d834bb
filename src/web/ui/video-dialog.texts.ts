export const VIDEO_TEXTS = {
  offline: 'You are offline, so the video cannot be played here.',
  failed: 'The video cannot be played here.',
} as const
