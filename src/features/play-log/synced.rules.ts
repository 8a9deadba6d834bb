import { MAX_HOURS } from '#features/library/library.rules.ts'
import { addDays, startOfDay } from '#shared/calendar-days.ts'
import { DAY_MS } from '#shared/durations.ts'
import { MAX_MINUTES } from './play-sessions.rules.ts'

/** What a source that counts play time says about one game: the minutes since it was last asked, and those in all. */
export interface CountedMinutes {
  delta: number
  total: number
}

/**
 * Returns how many minutes a sync adds to an entry: the source's new minutes, but never more than the entry lacks up to
 * the source's total. So hours that the member has logged or typed for the same play time are not counted twice, and
 * hours only rise. `hours` is the total of the entry.
 *
 * This is the rule of what a sync adds. The feature that knows the source counts its new minutes (`grownGames`);
 * `datedMinutes` says on which days they were played, and `addSyncedTime` writes them. A game that is not in the library gets
 * none: an import offers it.
 */
export function missingMinutes(hours: number, { delta, total }: CountedMinutes): number {
  // A total has two decimals, less than half a minute off.
  const known = Math.round(hours * 60)
  return Math.max(0, Math.min(delta, total - known, MAX_HOURS * 60 - known))
}

export interface DatedMinutes {
  played_on: string
  minutes: number
}

/**
 * Divides the minutes of a sync into play sessions: as few as a day of 24 hours allows, the last one on the day `to`, and
 * none before the day `from`, when the source was last asked. A source that was not asked for long names only the last
 * day. `rest` is what the days cannot hold; these minutes have no day.
 */
export function datedMinutes(
  minutes: number,
  { from, to }: { from: string; to: string },
): { sessions: DatedMinutes[]; rest: number } {
  const days = Math.min(Math.ceil(minutes / MAX_MINUTES), Math.max(1, daysBetween(from, to) + 1))
  const held = Math.min(minutes, days * MAX_MINUTES)
  // Equal parts; the first days have a minute more.
  const sessions = Array.from({ length: days }, (_, n) => ({
    played_on: addDays(to, n + 1 - days),
    minutes: Math.floor(held / days) + (n < held % days ? 1 : 0),
  })).filter((one) => one.minutes > 0)
  return { sessions, rest: minutes - held }
}

const daysBetween = (from: string, to: string) => Math.round((startOfDay(to) - startOfDay(from)) / DAY_MS)
