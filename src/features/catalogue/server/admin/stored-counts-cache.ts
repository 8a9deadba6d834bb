import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import { cacheForAMinute } from '#server/minute-cache.ts'
import { ageLimitsAt } from '../validity-and-refresh/ages.ts'
import { countBySource, type StoredOfSource } from './catalogue-state.queries.ts'

/** Reads the counts of stored games by source through the cache. */
export type ReadStoredCounts = () => Promise<readonly StoredOfSource[]>

/**
 * Creates a cache of the counts of stored games. They read the whole table, and each open admin page reads them every
 * 15 seconds: so a node counts once a minute at most, for any number of readers.
 */
export const cacheStoredCounts = ({ db, clock }: { db: Db; clock: Clock }): ReadStoredCounts =>
  cacheForAMinute(() => countBySource(db, ageLimitsAt(clock())))
