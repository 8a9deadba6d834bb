import type { GameId, UserId } from './ids.ts'

// Not in ids.ts: pages read addresses with these, and whoever imports a value from ids.ts loads its schemas (decision 0058).

/** IGDB's own ids stay below this; larger numbers are typing mistakes (C09). */
export const IGDB_MAX_ID = 500_000

const GAME_ID = /^(?:(igdb|rawg|local)_)?(\d{1,12})$/

/**
 * The canonical form of a game id: `igdb_1942`, `rawg_3498`; a bare number means IGDB (C09). `local_…` is a game that came
 * from a file and that no source has an id for.
 * Answers null when the text is not an id: IGDB ids are 1 to 500000, the others at least 1.
 */
export function canonicalGameId(text: string): GameId | null {
  const match = GAME_ID.exec(text.trim())
  if (!match) return null
  const source = match[1] ?? 'igdb'
  const number = Number(match[2])
  if (number < 1 || (source === 'igdb' && number > IGDB_MAX_ID)) return null
  return `${source}_${number}` as GameId
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A member's id in an address, in its canonical form; null when the text is none. For pages, which load no schemas (decision 0058). */
export const canonicalUserId = (text: string): UserId | null =>
  UUID.test(text) ? (text.toLowerCase() as UserId) : null
