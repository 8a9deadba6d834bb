import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'

/** The old generation and the buffers may grow by so much through the work of a job. */
const MAX_GROWTH_BYTES = 24 * 1024 * 1024

/** What they held after the last collection here, or the least that they have held since. The first call collects. */
let least = 0

/**
 * Collects garbage if the heap has grown much since the last time. A job that handles a hundred thousand rows calls it between its
 * batches: V8 itself lets the heap grow to four times of what is alive before it collects, and a smaller factor for the whole
 * process costs readers (decision 0096). Does nothing in a process that was started without `--expose-gc`.
 */
export async function collectGarbage(): Promise<void> {
  if (!globalThis.gc) return
  least = Math.min(least, heldBytes())
  if (heldBytes() < least + MAX_GROWTH_BYTES) return
  await globalThis.gc({ type: 'major', execution: 'async' })
  least = heldBytes()
}

/**
 * Collects garbage once and returns the memory that is free to the system. V8 alone keeps what the first start needed for
 * migrations and the starter catalogue: 70 MB, for as long as nobody uses the site. Does nothing without `--expose-gc`.
 */
export async function releaseMemory(): Promise<void> {
  await globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'async' })
}

/**
 * Frees the buffers that nobody needs any more, in a millisecond or two: it collects only what is new. V8 alone lets the copies that
 * the driver makes of a large file take 50 MB. Does nothing without `--expose-gc`.
 */
export function freeBuffers(): void {
  globalThis.gc?.({ type: 'minor' })
}

/** The new generation is small, and V8 collects it all the time. */
const heldBytes = (): number =>
  getHeapSpaceStatistics().reduce(
    (sum, { space_name, space_used_size }) => (space_name.startsWith('new_') ? sum : sum + space_used_size),
    getHeapStatistics().external_memory,
  )
