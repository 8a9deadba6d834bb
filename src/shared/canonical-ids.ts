import type { GameId, UserId } from './ids.ts'

// Separate from ids.ts: pages parse addresses with these, and a schema in this file would pull zod into the first
// JavaScript (decision 0021).

/** IGDB's own ids stay below this; larger numbers are typing mistakes (C09). */
export const IGDB_MAX_ID = 500_000

const GAME_ID = /^(?:(igdb|rawg|local)_)?(\d{1,12})$/

/**
 * Returns the canonical form of a game id: `igdb_1942`, `rawg_3498`; a bare number means IGDB (C09). `local_…` is a game
 * that came from a file and that no source has an id for. Returns null when the text is not an id: IGDB ids are 1 to
 * 500000, the others at least 1.
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

/**
 * Returns the canonical form of a member's id in an address, or null when the text is no id. For pages, which have no
 * schemas (decision 0021).
 */
export const canonicalUserId = (text: string): UserId | null =>
  UUID.test(text) ? (text.toLowerCase() as UserId) : null
