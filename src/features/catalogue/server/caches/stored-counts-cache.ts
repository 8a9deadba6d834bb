import type { Db } from '#db/db.ts'
import type { Changes } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import { type CachedValue, createTaggedCache } from '#server/tagged-cache.ts'
import { ageLimitsAt } from '../stored-games/ages.ts'
import { countBySource, type StoredOfSource } from '../stored-games/counts.queries.ts'

const LIFETIME_MS = 60_000
/** Three rows of numbers. */
const BYTES = 500

/** Reads the counts of stored games by source through the cache. */
export type ReadStoredCounts = () => Promise<readonly StoredOfSource[]>

/**
 * Creates a cache of the counts of stored games. They read the whole table, and each open admin page reads them every
 * 15 seconds: so a node counts once a minute at most, for any number of readers.
 */
export function cacheStoredCounts(deps: { db: Db; changes: Changes; clock: Clock }): ReadStoredCounts {
  const { db, changes, clock } = deps
  const cache = createTaggedCache<CachedValue & { stored: readonly StoredOfSource[] }>({
    changes,
    clock,
    maxBytes: BYTES,
    ttlMs: LIFETIME_MS,
  })
  const count = async () => {
    const now = clock()
    return { stored: await countBySource(db, ageLimitsAt(now)), at: now.getTime(), bytes: BYTES, tags: [] }
  }
  return async () => (await cache.serve('stored', count, () => true)).stored
}
