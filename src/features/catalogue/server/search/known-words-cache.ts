import type { Db } from '#db/db.ts'
import { cacheForAMinute } from '#server/minute-cache.ts'
import { findKnownWords, type KnownWords } from './known-words.queries.ts'

/** Reads the words of known games through the cache. */
export type ReadWords = () => Promise<KnownWords>

/** Creates a cache of the words of known games, some tens of thousands, which every correction of a misspelling needs. */
export const cacheKnownWords = (db: Db): ReadWords => cacheForAMinute(() => findKnownWords(db))
