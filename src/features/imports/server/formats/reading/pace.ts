import { setImmediate } from 'node:timers/promises'
import { startLongWork } from '#server/long-work.ts'
import { brokenOffRefusal } from '#server/request-body.ts'

/** How long a file is read before other requests of the server have their turn, in milliseconds. */
const SLICE_MS = 2
/** How many bytes are read at most before they have it, whatever the clock says. */
const SLICE_BYTES = 64 * 1024
/** How long a file is read before it makes room for readers, in milliseconds. */
const REST_EVERY_MS = 20

/** Lets the event loop run while a large file is read, and ends the reading when nobody waits for it any more. */
export interface Pace {
  /** Notes that so many bytes were read. Returns true when others must have their turn. */
  isDue: (bytes: number) => boolean
  /** Gives others their turn, and rests while readers send requests. Throws when the client has gone. */
  turn: () => Promise<void>
}

interface Options {
  /** Is aborted when the client that has sent the file has gone. */
  signal?: AbortSignal | undefined
  /** Replaced by tests, which count the turns. */
  giveTurn?: () => Promise<unknown>
}

/**
 * Returns the pace of reading one file. A request waits for a turn several times, once for each answer of the database, so each
 * turn has to be short.
 */
export function createPace({ signal, giveTurn = setImmediate }: Options = {}): Pace {
  const work = startLongWork()
  let read = 0
  let since = performance.now()
  let rested = since
  return {
    isDue(bytes) {
      read += bytes
      return read >= SLICE_BYTES || performance.now() - since > SLICE_MS
    },
    async turn() {
      await giveTurn()
      if (performance.now() - rested > REST_EVERY_MS) {
        await work.pause(0)
        rested = performance.now()
      }
      if (signal?.aborted) throw brokenOffRefusal()
      read = 0
      since = performance.now()
    },
  }
}

/** Yields the items, with turns of others in between. `bytesOf` says how much of the file was read for an item. */
export async function* paced<T>(
  items: Iterable<T> | AsyncIterable<T>,
  pace: Pace,
  bytesOf: (item: T) => number = () => 0,
): AsyncGenerator<T> {
  for await (const item of items) {
    if (pace.isDue(bytesOf(item))) await pace.turn()
    yield item
  }
}
