/** What the books of an entry take, beside its texts. */
const OVERHEAD = 500

/** About what a kept answer weighs in memory, with its question: many small ones must fill a cache too. */
export function cachedBytesOf(question: string, answer: unknown): number {
  return OVERHEAD + 2 * (question.length + JSON.stringify(answer).length)
}
