const LIFETIME_MS = 60_000

/**
 * Creates a cache of one value that no write invalidates: samples and counts that only decide how PostgreSQL is asked.
 * After a minute it reads the value again; until that is done callers get the old one. A first reading that
 * fails is repeated for the next caller.
 */
export function cacheForAMinute<T>(read: () => Promise<T>): () => Promise<T> {
  let cached: { value: Promise<T>; until: number } | null = null
  let isReading = false
  const begin = () => ({ value: read(), until: performance.now() + LIFETIME_MS })
  return async () => {
    if (cached === null) {
      const first = begin()
      cached = first
      first.value.catch(() => {
        if (cached === first) cached = null
      })
    } else if (cached.until < performance.now() && !isReading) {
      isReading = true
      const next = begin()
      next.value
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
    return cached.value
  }
}
