import { readStored, store } from '#web/consented-storage.ts'
import type { Game, GameCard } from '../catalogue.contract.ts'

const NAME = 'savepoint.viewed'
const VERSION = 1
/** The number of stored games. */
const MAX = 12

/** Returns the games that were viewed in this browser, the latest first. */
export function viewedGames(): GameCard[] {
  const stored = readStored(NAME) as { version?: unknown; games?: unknown } | null
  return stored?.version === VERSION && Array.isArray(stored.games) ? stored.games.filter(isCard) : []
}

export function recordViewedGame(game: Game): void {
  const others = viewedGames().filter(({ id }) => id !== game.id)
  store(NAME, { version: VERSION, games: [cardOf(game), ...others].slice(0, MAX) })
}

export const clearViewedGames = () => store(NAME, null)

function cardOf({ id, name, year, genre, developer, cover_url }: Game): GameCard {
  return { id, name, year, genre, developer, cover_url }
}

/** Validates a stored card, because stored data may come from an older version of the app. */
const isCard = (each: Partial<GameCard> | null): each is GameCard =>
  typeof each?.id === 'string' && typeof each.name === 'string' && each.cover_url !== undefined
