import { setTimeout as sleep } from 'node:timers/promises'
import { collectGarbage } from './heap.ts'

/** While readers send requests, the work pauses for this many times as long as a batch has taken. */
const PAUSE_FACTOR = 2
/** Each request that came during a batch is worth at most so long a pause, so that a few of them hardly delay the work. */
const PAUSE_FOR_A_REQUEST_MS = 20
/** Work on fewer rows leaves its garbage to V8: a collection of our own stops all readers, which only a large heap is worth. */
const FEWEST_ROWS = 6_000

let requests = 0

/** Counts a request that the app answers by computing, for which long work makes room. */
export const countRequest = (): void => {
  requests += 1
}

/** Work of many batches, which shares the process, its event loop and the database with readers. */
export interface LongWork {
  /**
   * Call it after a batch of so many rows, outside a transaction. While readers send requests, it waits twice as long as the batch
   * has taken, so that two thirds of the time are theirs; without any it does not wait. Now and then it collects garbage.
   */
  pause: (rows: number) => Promise<void>
}

/** Returns how long work pauses after a batch that took so long, in milliseconds, while so many requests came. */
export const pauseAfter = (workedMs: number, came: number): number =>
  Math.min(workedMs * PAUSE_FACTOR, came * PAUSE_FOR_A_REQUEST_MS)

export function startLongWork(): LongWork {
  let began = performance.now()
  let seen = requests
  let rowsDone = 0
  return {
    async pause(rows) {
      const pauseMs = pauseAfter(performance.now() - began, requests - seen)
      rowsDone += rows
      if (rowsDone >= FEWEST_ROWS) await collectGarbage()
      if (pauseMs >= 1) await sleep(pauseMs)
      began = performance.now()
      seen = requests
    },
  }
}
