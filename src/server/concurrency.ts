/** Thrown when as much work waits as may wait. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

/**
 * Runs at most `maxRunning` pieces of work at the same time and lets `maxWaiting` more wait, first come, first served.
 * Rejects with `QueueFullError` beyond that. Work whose `signal` was aborted while it waited is not begun.
 */
export function limitConcurrency(
  maxRunning: number,
  maxWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work, signal) => {
    if (running < maxRunning) running += 1
    else if (waiting.length >= maxWaiting) throw new QueueFullError('too much work waits')
    // Work that ends hands its place to the next in the queue, so `running` stays as it is.
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      signal?.throwIfAborted()
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
