export const MEDIA_TEXTS = {
  notAvailable: 'The pictures are not available right now. They will be back as soon as possible.',
  noneLoaded: 'None of the pictures could be loaded.',
  oneNotReached: (one: string) => `${one} that cannot be reached just now`,
} as const
