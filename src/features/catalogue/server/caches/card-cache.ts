import type { Db } from '#db/db.ts'
import type { Changes } from '#server/changes.ts'
import type { GameId } from '#shared/ids.ts'
import { type CardRow, findCards } from '../catalogue.queries.ts'

/** About 300 bytes each. */
const MOST = 20_000
const KEEP_MS = 60_000

type FindCards = (ids: readonly GameId[]) => Promise<readonly CardRow[]>
const keepers = new WeakMap<Db, FindCards>()

/**
 * From now on the cards of games that are asked for outside of a transaction are kept in memory, until a game changes
 * anywhere or a minute is over: nearly every page of a member shows some, and they are the same for everybody.
 */
export function cacheCards(db: Db, changes: Changes): void {
  const cards = new Map<GameId, { row: CardRow; until: number }>()
  let announcements = 0
  changes.subscribe((tags) => {
    announcements += 1
    if (tags === null || tags.includes('games')) return cards.clear()
    for (const tag of tags) if (tag.startsWith('game:')) cards.delete(tag.slice('game:'.length) as GameId)
  })
  keepers.set(db, async (ids) => {
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
  })
}

/** The rows of stored games, by id: from memory where they are kept, else in one query. */
export function readCards(db: Db, ids: readonly GameId[]): Promise<readonly CardRow[]> {
  const unique = [...new Set(ids)]
  return keepers.get(db)?.(unique) ?? findCards(db, unique)
}
