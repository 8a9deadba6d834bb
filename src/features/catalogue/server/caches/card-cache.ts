import type { Db } from '#db/db.ts'
import type { Changes } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { type CardRow, findCards } from '../catalogue.queries.ts'

/** About 300 bytes each. */
const MOST = 20_000
const KEEP_MS = 60_000

/** Reads the rows of stored games, through the cache. */
export type ReadCards = (ids: readonly GameId[]) => Promise<readonly CardRow[]>

/**
 * Caches the cards of games in memory, until a game changes anywhere or a minute is over: nearly every page of a member
 * shows some, and they are the same for everybody.
 */
export function cacheCards(db: Db, changes: Changes): ReadCards {
  const cards = new Map<GameId, { row: CardRow; until: number }>()
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
    if (!changes.isLive()) return findCards(db, ids)
    const now = performance.now()
    const found: CardRow[] = []
    const missing: GameId[] = []
    for (const id of ids) {
      const card = cards.get(id)
      if (card && card.until > now) found.push(card.row)
      else missing.push(id)
    }
    if (missing.length === 0) return found
    const since = announcements
    const read = await findCards(db, missing)
    // What changed while it was being read is answered, but not kept.
    if (announcements === since && changes.isLive()) {
      if (cards.size + read.length > MOST) cards.clear()
      for (const row of read) cards.set(row.id as GameId, { row, until: now + KEEP_MS })
    }
    return [...found, ...read]
  }
}

/** The rows of stored games, by id. A transaction reads for itself: it may have changed them. */
export function readCards(db: Db, cards: ReadCards, ids: readonly GameId[]): Promise<readonly CardRow[]> {
  const unique = [...new Set(ids)]
  return db.isTransaction ? findCards(db, unique) : cards(unique)
}
