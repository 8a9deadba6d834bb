import { databaseFailureOf } from '#db/failures.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/**
 * Watches how the database and the disks fail. While one of them does, every request and job fails with it, so the log has
 * one line about all of them: when the database goes away and when it is back, once a minute that a disk is full and when it
 * has room again, and once a minute that too much is going on.
 */
export interface FailureWatch {
  /** Accepts any error and counts those that report a full disk. */
  note: (error: unknown) => void
  /** Returns whether the watch reports this error, so that nobody else needs to. */
  reports: (error: unknown) => boolean
  /** Sets whether the database responds to attempts to connect. */
  setAnswering: (isAnswering: boolean) => void
  /** Returns whether a write failed for lack of space in the last minute. */
  isFull: () => boolean
  /** Returns how many writes failed for lack of space. */
  count: () => number
  /** Sets the log that gets the lines. */
  reportTo: (log: Log) => void
}

/** How long the disk counts as full after the latest failure. */
const FULL_FOR_MS = 60_000
const LOGGED_EVERY_MS = 60_000
/** By then the change feed knows whether the whole database is away, or only some connections ended. */
const NOTICED_MS = 10_000

const reasonOf = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string }
  return message || String(code)
}

export function createFailureWatch(clock: Clock): FailureWatch {
  let log: Log | null = null
  const now = () => clock().getTime()
  const full = { times: 0, at: Number.NEGATIVE_INFINITY, loggedAt: Number.NEGATIVE_INFINITY }
  /** The first failure since the disk had room, and how many there were before it; null while it has room. */
  let filled: { since: Date; before: number } | null = null
  const counted = new WeakSet<object>()
  let busyLoggedAt = Number.NEGATIVE_INFINITY
  /** Failures since the database went away, or since connections ended; null while there were none. */
  let lost: { since: Date; times: number; reason: string } | null = null
  let isAway = false
  let linesOfLostAt = Number.NEGATIVE_INFINITY

  function noteFull(error: object): void {
    // The connection notes it, and the call that fails with it.
    if (counted.has(error)) return
    counted.add(error)
    if (filled === null) {
      filled = { since: clock(), before: full.times }
      setTimeout(reportFreeSpace, FULL_FOR_MS).unref()
    }
    full.times += 1
    full.at = now()
    if (full.at - full.loggedAt < LOGGED_EVERY_MS) return
    full.loggedAt = full.at
    log?.error(
      { reason: reasonOf(error), times: full.times },
      'the disk is full: nothing can be saved until there is room',
    )
  }

  /** Jobs write every minute, so a minute without a failure means that there is room. */
  function reportFreeSpace(): void {
    if (filled === null) return
    const leftMs = full.at + FULL_FOR_MS - now()
    if (leftMs > 0) {
      setTimeout(reportFreeSpace, leftMs).unref()
      return
    }
    const { since, before } = filled
    filled = null
    full.loggedAt = Number.NEGATIVE_INFINITY
    log?.warn(
      { since, seconds: Math.round((full.at - since.getTime()) / 1000), failures: full.times - before },
      'the disk has room again: no write has failed for a minute',
    )
  }

  function noteAway(error: unknown): void {
    if (lost) {
      lost.times += 1
      return
    }
    lost = { since: clock(), times: 1, reason: reasonOf(error) }
    if (!isAway) setTimeout(reportLost, NOTICED_MS).unref()
  }

  /** Only some connections ended: the database has responded all the time. */
  function reportLost(): void {
    if (isAway || !lost) return
    const { times, reason } = lost
    lost = null
    if (now() - linesOfLostAt < LOGGED_EVERY_MS) return
    linesOfLostAt = now()
    log?.warn({ times, reason }, 'connections to the database ended, and others were opened')
  }

  return {
    note(error) {
      if (databaseFailureOf(error) === 'full') noteFull(error as object)
    },
    reports(error) {
      const failure = databaseFailureOf(error)
      if (failure === 'full') noteFull(error as object)
      if (failure === 'away') noteAway(error)
      if (failure !== 'busy') return failure !== null
      // The first line of a minute says which call had to wait.
      if (now() - busyLoggedAt < LOGGED_EVERY_MS) return true
      busyLoggedAt = now()
      return false
    },
    setAnswering(isAnswering) {
      if (isAnswering === !isAway) return
      isAway = !isAnswering
      lost ??= { since: clock(), times: 0, reason: 'no response' }
      const { since, times, reason } = lost
      if (isAway) log?.error({ since, reason }, 'the database is down; Savepoint continues by itself when it is back')
      else {
        lost = null
        const seconds = Math.round((now() - since.getTime()) / 1000)
        log?.warn({ since, seconds, failures: times }, 'the database is back')
      }
    },
    isFull: () => now() - full.at < FULL_FOR_MS,
    count: () => full.times,
    reportTo(given) {
      log = given
    },
  }
}
