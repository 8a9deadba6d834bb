/** Of parts of a game’s page that load later. */
export const GAME_PARTS_TEXTS = {
  notDescribed: 'Its source has no description of this game.',
  noneRelated: 'No other game in the catalogue shares its series, makers, genres or themes.',
  about: (game: string) => `${game}: log it, rate it and see who plays it.`,
  reportWrongData: 'Report wrong data',
  wrongDataOf: (game: string) => `wrong data of ${game}`,
} as const
