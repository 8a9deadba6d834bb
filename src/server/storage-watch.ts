import { databaseFailureOf } from '#db/failures.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

export interface StorageWatch {
  /** Accepts any error and counts those that report a full disk. */
  note: (error: unknown) => void
  /** Returns whether a write failed for lack of space in the last minute. */
  isFull: () => boolean
  /** Returns how many writes failed for lack of space. */
  count: () => number
}

/** How long the disk counts as full after the latest failure. */
const FULL_FOR_MS = 60_000
const LOGGED_EVERY_MS = 60_000

/** Detects that the disk of the database or of the image folder is full, and logs it once a minute. */
export function createStorageWatch({ log, clock }: { log: Log; clock: Clock }): StorageWatch {
  let times = 0
  let lastAt = Number.NEGATIVE_INFINITY
  let loggedAt = Number.NEGATIVE_INFINITY
  return {
    note(error) {
      if (databaseFailureOf(error) !== 'full') return
      times += 1
      lastAt = clock().getTime()
      if (lastAt - loggedAt < LOGGED_EVERY_MS) return
      loggedAt = lastAt
      log.error({ err: error, times }, 'the disk is full: nothing can be saved until there is room')
    },
    isFull: () => clock().getTime() - lastAt < FULL_FOR_MS,
    count: () => times,
  }
}
