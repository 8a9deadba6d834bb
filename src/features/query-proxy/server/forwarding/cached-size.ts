/** The overhead of a cache entry, in addition to its texts. */
const OVERHEAD = 500

/** Estimates the memory of a cached response with its query. The overhead lets many small ones fill a cache too. */
export function cachedBytesOf(question: string, answer: unknown): number {
  return OVERHEAD + 2 * (question.length + JSON.stringify(answer).length)
}
