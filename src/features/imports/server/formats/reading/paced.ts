import { setImmediate } from 'node:timers/promises'

/** How long a file is read before other requests of the server have their turn, in milliseconds. */
const SLICE_MS = 2

/**
 * Yields the items and lets the event loop run in between, so that a large file does not block the server. A request waits for a
 * turn several times, once for each answer of the database, so each turn has to be short.
 */
export async function* paced<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  let since = performance.now()
  for await (const item of items) {
    if (performance.now() - since > SLICE_MS) {
      await setImmediate()
      since = performance.now()
    }
    yield item
  }
}
