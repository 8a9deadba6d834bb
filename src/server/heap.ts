import { getHeapSpaceStatistics } from 'node:v8'

/** The old generation may grow by so much through the work of a job. */
const MOST_GROWTH_BYTES = 40 * 1024 * 1024

/** What it held after the last collection here, or the least that it has held since. */
let least = Number.POSITIVE_INFINITY

/**
 * Collects garbage if the heap has grown much since the last time. A job that handles a hundred thousand rows calls it between its
 * batches: V8 itself lets the heap grow to four times of what is alive before it collects, and a smaller factor for the whole
 * process costs readers (decision 0097). Does nothing in a process that was started without `--expose-gc`.
 */
export async function collectGarbage(): Promise<void> {
  if (!globalThis.gc) return
  least = Math.min(least, oldBytes())
  if (oldBytes() < least + MOST_GROWTH_BYTES) return
  await globalThis.gc({ type: 'major', execution: 'async' })
  least = oldBytes()
}

/** The new generation is small, and V8 collects it all the time. */
const oldBytes = (): number =>
  getHeapSpaceStatistics().reduce(
    (sum, { space_name, space_used_size }) => (space_name.startsWith('new_') ? sum : sum + space_used_size),
    0,
  )
