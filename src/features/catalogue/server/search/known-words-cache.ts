import type { Db } from '#db/db.ts'
import { findKnownWords, type KnownWords } from './search.queries.ts'

const KEEP_MS = 60_000

/** Reads the words of known games, through the cache. */
export type ReadWords = () => Promise<KnownWords>

/**
 * Caches the words of known games in memory, some tens of thousands: whoever mistypes a word asks for all that it may have
 * been meant for. After a minute they are read again, while the old ones serve.
 */
export function cacheKnownWords(db: Db): ReadWords {
  let kept: { words: Promise<KnownWords>; until: number } | null = null
  let isReading = false
  const read = () => ({ words: findKnownWords(db), until: performance.now() + KEEP_MS })
  return async () => {
    if (kept === null) {
      const first = read()
      kept = first
      first.words.catch(() => {
        if (kept === first) kept = null
      })
    } else if (kept.until < performance.now() && !isReading) {
      isReading = true
      const next = read()
      next.words
        .then(
          () => {
            kept = next
          },
          // The next one who asks tries again.
          () => {},
        )
        .finally(() => {
          isReading = false
        })
    }
    return kept.words
  }
}
