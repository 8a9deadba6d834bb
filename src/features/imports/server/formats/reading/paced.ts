import { setImmediate } from 'node:timers/promises'

/** How many items are read before other requests of the server have their turn. */
const EVERY = 200

/** Yields the items and lets the event loop run in between, so that a large file does not block the server. */
export async function* paced<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  let count = 0
  for await (const item of items) {
    count += 1
    if (count % EVERY === 0) await setImmediate()
    yield item
  }
}
