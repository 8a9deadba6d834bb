import type { Db } from '#db/db.ts'
import type { Changes } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { findSummaries, type SummaryRow } from '../catalogue.queries.ts'

/** About 300 bytes each. Two hundred playlists of a hundred games have 20,000. */
const MOST = 50_000
const LIFETIME_MS = 60_000

/** Reads the rows of stored games through the cache. */
export type ReadCards = (ids: readonly GameId[]) => Promise<readonly SummaryRow[]>

/**
 * Creates a cache of game cards in memory. A card is cached until a game changes anywhere or a minute has passed.
 * Nearly every page of a member shows some cards, and they are the same for everybody. The lists of the catalogue read their
 * rows here, too. A full cache drops the cards that
 * were read first.
 */
export function cacheCards(db: Db, changes: Pick<Changes, 'isLive' | 'subscribe'>, most = MOST): ReadCards {
  const cards = new Map<GameId, { row: SummaryRow; until: number }>()
  let announcements = 0
  changes.subscribe((tags) => {
    announcements += 1
    if (tags === null || tags.includes(tag.games)) return cards.clear()
    for (const each of tags) {
      const id = tag.game.idOf(each)
      if (id !== null) cards.delete(id as GameId)
    }
  })
  return async (ids) => {
    if (!changes.isLive()) return findSummaries(db, ids)
    const now = performance.now()
    const found: SummaryRow[] = []
    const missing: GameId[] = []
    for (const id of ids) {
      const card = cards.get(id)
      if (card && card.until > now) found.push(card.row)
      else missing.push(id)
    }
    if (missing.length === 0) return found
    const since = announcements
    const read = await findSummaries(db, missing)
    // A row that changed while it was read is returned, but not cached.
    if (announcements === since && changes.isLive()) {
      for (const row of read) {
        // A Map keeps the order in which its keys were added.
        cards.delete(row.id as GameId)
        cards.set(row.id as GameId, { row, until: now + LIFETIME_MS })
      }
      dropFirst(cards, cards.size - most)
    }
    return [...found, ...read]
  }
}

function dropFirst(cards: Map<GameId, unknown>, many: number): void {
  let left = many
  for (const id of cards.keys()) {
    if (left <= 0) return
    cards.delete(id)
    left -= 1
  }
}

/** Returns the rows of stored games by id. A transaction bypasses the cache, because it may have changed them. */
export function readCards(db: Db, cards: ReadCards, ids: readonly GameId[]): Promise<readonly SummaryRow[]> {
  const unique = [...new Set(ids)]
  return db.isTransaction ? findSummaries(db, unique) : cards(unique)
}
