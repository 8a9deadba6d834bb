import { readStored, store } from '#web/consented-storage.ts'
import type { Game, GameCard } from '../catalogue.contract.ts'

const NAME = 'savepoint.viewed'
const VERSION = 1
/** Games that are kept. */
const MOST = 12

/** The games that were looked at in this browser, the latest first. */
export function viewedGames(): GameCard[] {
  const kept = readStored(NAME) as { version?: unknown; games?: unknown } | null
  return kept?.version === VERSION && Array.isArray(kept.games) ? kept.games.filter(isCard) : []
}

export function recordViewedGame(game: Game): void {
  const others = viewedGames().filter(({ id }) => id !== game.id)
  store(NAME, { version: VERSION, games: [cardOf(game), ...others].slice(0, MOST) })
}

export const clearViewedGames = () => store(NAME, null)

function cardOf({ id, name, year, genre, developer, cover_url }: Game): GameCard {
  return { id, name, year, genre, developer, cover_url }
}

/** Storage outlives an update: what a poster shows must be there. */
const isCard = (each: Partial<GameCard> | null): each is GameCard =>
  typeof each?.id === 'string' && typeof each.name === 'string' && each.cover_url !== undefined
