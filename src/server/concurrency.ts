/** Thrown when the queue is full. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

/**
 * Runs at most `maxRunning` pieces of work at a time and lets `maxWaiting` more wait, first in, first out. Rejects with
 * `QueueFullError` beyond that. Work whose `signal` is aborted while it waits never starts.
 */
export function limitConcurrency(
  maxRunning: number,
  maxWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work, signal) => {
    if (running < maxRunning) running += 1
    else if (waiting.length >= maxWaiting) throw new QueueFullError('the queue is full')
    // Finished work hands its slot to the next in the queue, so `running` stays the same.
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
