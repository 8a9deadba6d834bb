import type { Db } from '#db/db.ts'
import type { Changes } from '#server/changes.ts'
import { cacheRows } from '#server/row-cache.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import type { SummaryRow } from '../catalogue.queries.ts'
import { findSummaries } from '../stored-games/summaries.queries.ts'

/** About 500 bytes each, with the card. Two hundred playlists of a hundred games have 20,000. */
const MAX = 50_000

/** Reads the rows of games through the cache, in any order. */
export type ReadCards = (ids: readonly GameId[]) => Promise<readonly SummaryRow[]>

/**
 * Creates a cache of game cards in memory. Nearly every page of a member shows some cards, and they are the same for
 * everybody. The lists of the catalogue read their rows here, too.
 */
export const cacheCards = (db: Db, changes: Pick<Changes, 'isLive' | 'subscribe'>, most = MAX): ReadCards =>
  cacheRows<GameId, SummaryRow>(changes, {
    find: (ids) => findSummaries(db, ids),
    idOf: ({ id }) => id as GameId,
    kind: tag.game,
    all: [tag.games],
    most,
  })

/** Returns the rows of stored games by id. A transaction bypasses the cache, because it may have changed them. */
export function readCards(db: Db, cards: ReadCards, ids: readonly GameId[]): Promise<readonly SummaryRow[]> {
  const unique = [...new Set(ids)]
  return db.isTransaction ? findSummaries(db, unique) : cards(unique)
}
