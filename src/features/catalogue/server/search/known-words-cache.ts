import type { Db } from '#db/db.ts'
import { findKnownWords, type KnownWords } from './search.queries.ts'

const LIFETIME_MS = 60_000

const caches = new WeakMap<Db, () => Promise<KnownWords>>()

/**
 * Starts caching the words of known games, some tens of thousands, which every correction of a misspelling needs. After
 * a minute they are read again, while the old ones are still used.
 */
export function cacheKnownWords(db: Db): void {
  let cached: { words: Promise<KnownWords>; until: number } | null = null
  let isReading = false
  const read = () => ({ words: findKnownWords(db), until: performance.now() + LIFETIME_MS })
  caches.set(db, async () => {
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
  })
}

/** Returns the known words from the cache, else from one query. */
export function readKnownWords(db: Db): Promise<KnownWords> {
  return caches.get(db)?.() ?? findKnownWords(db)
}
