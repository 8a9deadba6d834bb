import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { byProminence, shortPlatform, unique } from '#features/catalogue/catalogue.rules.ts'

/** Returns the short names of the platforms without duplicates. */
export const platformNames = (game: Game) =>
  unique(byProminence(game.platforms.map(({ name }) => name)).map(shortPlatform))
