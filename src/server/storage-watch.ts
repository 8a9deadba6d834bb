import { databaseFailureOf } from '#db/failures.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

export interface StorageWatch {
  /** Takes any error; those that say that a disk is full count. */
  note: (error: unknown) => void
  /** Whether something could not be stored in the last minute. */
  isFull: () => boolean
  /** How often something could not be stored. */
  count: () => number
}

/** How long the disk counts as full after it was last found so. */
const FULL_FOR_MS = 60_000
const LOGGED_EVERY_MS = 60_000

/** Notices that the disk of the database, or of the folder for pictures, is full, and says so once a minute. */
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
