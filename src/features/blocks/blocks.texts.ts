export const BLOCK_TEXTS = {
  about: 'You and they do not see each other, and neither can follow or befriend the other.',
  question:
    'You will no longer see each other here. Following and friendship end on both sides. They are not notified.',
  blocksSafe: 'Your blocks are still in place.',
  none: 'You have not blocked anybody.',
} as const
