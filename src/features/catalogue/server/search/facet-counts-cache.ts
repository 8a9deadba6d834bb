import type { Db } from '#db/db.ts'
import { cacheForAMinute } from '#server/minute-cache.ts'
import { countTerms } from './facet-counts.queries.ts'
import { type FacetCounts, facetOf } from './facets.ts'

/** Reads through the cache how many games each facet has. */
export type ReadFacetCounts = () => Promise<FacetCounts>

/** Creates a cache of the numbers of games. They decide only how PostgreSQL is asked, so they may be a minute old. */
export const cacheFacetCounts = (db: Db): ReadFacetCounts =>
  cacheForAMinute(async () => {
    const terms = await countTerms(db, 'erotic')
    return new Map(terms.map(({ kind, id, games }) => [facetOf(kind, id), games]))
  })
