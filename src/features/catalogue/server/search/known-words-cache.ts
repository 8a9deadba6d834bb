import type { Db } from '#db/db.ts'
import { findKnownWords, type KnownWords } from './search.queries.ts'

const LIFETIME_MS = 60_000

/** Reads the words of known games through the cache. */
export type ReadWords = () => Promise<KnownWords>

/**
 * Creates a cache of the words of known games, some tens of thousands, which every correction of a misspelling needs.
 * After a minute it reads them again; until then callers get the old ones.
 */
export function cacheKnownWords(db: Db): ReadWords {
  let cached: { words: Promise<KnownWords>; until: number } | null = null
  let isReading = false
  const read = () => ({ words: findKnownWords(db), until: performance.now() + LIFETIME_MS })
  return async () => {
    if (cached === null) {
      const first = read()
      cached = first
      first.words.catch(() => {
        if (cached === first) cached = null
      })
    } else if (cached.until < performance.now() && !isReading) {
      isReading = true
      const next = read()
      next.words
        .then(
          () => {
            cached = next
          },
          // The next call retries.
          () => {},
        )
        .finally(() => {
          isReading = false
        })
    }
    return cached.words
  }
}
