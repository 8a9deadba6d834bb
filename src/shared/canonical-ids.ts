import type { GameId, UserId } from './ids.ts'

// Separate from ids.ts: pages parse addresses with these functions, and a schema in this file would add zod to the
// first JavaScript (decision 0058).

/** The largest number that IGDB can give a game: the database stores its numbers as integers (C09). */
export const IGDB_MAX_ID = 2_147_483_647

const GAME_ID = /^(?:(igdb|rawg|local)_)?(\d{1,12})$/
const CANONICAL_ID = /^(?:igdb_[1-9]\d{0,9}|(?:rawg|local)_[1-9]\d{0,11})$/

/** Nearly every id is canonical already, in each card of each answer: `canonicalGameId` returns it without a match of groups. */
const isCanonical = (text: string): boolean =>
  CANONICAL_ID.test(text) && !(text.startsWith('igdb_') && Number(text.slice(5)) > IGDB_MAX_ID)

/**
 * Returns the canonical form of a game id: `igdb_1942`, `rawg_3498`; a bare number means IGDB (C09). `local_…` is a
 * game from a file without an id of a source. Returns null if the text is not an id: IGDB ids are 1 to `IGDB_MAX_ID`,
 * the others at least 1.
 */
export function canonicalGameId(text: string): GameId | null {
  if (isCanonical(text)) return text as GameId
  const match = GAME_ID.exec(text.trim())
  if (!match) return null
  const source = match[1] ?? 'igdb'
  const number = Number(match[2])
  if (number < 1 || (source === 'igdb' && number > IGDB_MAX_ID)) return null
  return `${source}_${number}` as GameId
}

/** Games of one's own have the numbers from here on, which no other game has (decision 0086). */
const OWN_GAME = /^local_([1-9]\d{12,14})$/

/** Returns whether this is the id of a game that a member has made: only its owner sees it. */
export const isOwnGameId = (id: string): boolean => OWN_GAME.test(id)

/**
 * Returns the canonical form of a game id, also of a game of one's own. Only the library and what shows it to its owner
 * accept these: everything else asks for `canonicalGameId`.
 */
export const canonicalLibraryGameId = (text: string): GameId | null =>
  canonicalGameId(text) ?? (isOwnGameId(text.trim()) ? (text.trim() as GameId) : null)

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Returns the canonical form of a member's id in an address, or null if the text is not an id. For pages, which have no
 * schemas (decision 0058).
 */
export const canonicalUserId = (text: string): UserId | null =>
  UUID.test(text) ? (text.toLowerCase() as UserId) : null
