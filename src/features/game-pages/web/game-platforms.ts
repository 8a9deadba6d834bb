import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { unique } from '#features/catalogue/catalogue.rules.ts'
import { byProminence, shortPlatform } from '#features/catalogue/names.rules.ts'

/** Returns the short names of the platforms without duplicates. */
export const platformNames = (game: Game) =>
  unique(byProminence(game.platforms.map(({ name }) => name)).map(shortPlatform))
