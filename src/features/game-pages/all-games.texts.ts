export const ALL_GAMES_TEXTS = {
  sourceSilent: 'A source of the catalogue is not responding. This is its last list.',
  empty: 'The catalogue is empty.',
  otherWords: 'Try fewer or other words, or the beginning of a name.',
  noneFound: 'No game in the catalogue matches all filters. Remove one, or start again.',
  about: (games: string) =>
    `${games} to browse by genre, platform, year and rating. Log what you play and see what your friends are up to.`,
} as const
