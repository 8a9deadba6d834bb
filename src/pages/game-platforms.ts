import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { byProminence, shortPlatform, unique } from '#features/catalogue/catalogue.rules.ts'

/** Short and once each: PC and PC are one platform to a reader. */
export const platformNames = (game: Game) =>
  unique(byProminence(game.platforms.map(({ name }) => name)).map(shortPlatform))
