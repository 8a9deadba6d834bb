import type { Db } from '#db/db.ts'
import { findKnownWords, type KnownWords } from './search.queries.ts'

const KEEP_MS = 60_000

const keepers = new WeakMap<Db, () => Promise<KnownWords>>()

/**
 * From now on the words of known games are kept in memory, some tens of thousands: whoever mistypes a word asks for all that
 * it may have been meant for. After a minute they are read again, while the old ones serve.
 */
export function cacheKnownWords(db: Db): void {
  let kept: { words: Promise<KnownWords>; until: number } | null = null
  let isReading = false
  const read = () => ({ words: findKnownWords(db), until: performance.now() + KEEP_MS })
  keepers.set(db, async () => {
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
  })
}

/** From memory where they are kept, else in one query. */
export function readKnownWords(db: Db): Promise<KnownWords> {
  return keepers.get(db)?.() ?? findKnownWords(db)
}
