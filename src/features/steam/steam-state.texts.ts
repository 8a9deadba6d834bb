/** Of the state of Steam in the admin area. */
export const STEAM_STATE_TEXTS = {
  notLoaded: 'The state of Steam could not be loaded.',
  about: 'Members’ accounts at Steam, whose play time is added to libraries.',
  askedAgainAt: 'It is asked again at',
} as const
