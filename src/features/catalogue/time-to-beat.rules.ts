import type { TimeToBeat } from './time-to-beat.schemas.ts'

/** The finish levels of a playthrough that say how long a game takes; `endless` has no end. */
export const TIMED_LEVELS = ['main_story', 'main_extras', 'completionist'] as const
export type TimedLevel = (typeof TIMED_LEVELS)[number]

/** Ten thousand hours: a source that says more has a wrong number. */
const LONGEST_MINUTES = 600_000

interface GivenTimes {
  story?: number | null | undefined
  extras?: number | null | undefined
  all?: number | null | undefined
  count?: number | null | undefined
}

/**
 * Returns the times that a source gives in seconds, as a fact; null if it has none. Less than a minute and more than ten
 * thousand hours are no time. A story that takes longer than everything shows that one of both is wrong, so neither is
 * taken; extras that take less than the story, or more than everything, are left out (decision 0123).
 */
export function timeToBeatOf(given: GivenTimes, source: TimeToBeat['source']): TimeToBeat | null {
  let [story, extras, all] = [minutesOf(given.story), minutesOf(given.extras), minutesOf(given.all)]
  if (story !== null && all !== null && story > all) [story, all] = [null, null]
  if (extras !== null && (extras < (story ?? 0) || extras > (all ?? Infinity))) extras = null
  const minutes = story ?? extras ?? all
  if (minutes === null) return null
  const count = given.count && Number.isSafeInteger(given.count) && given.count > 0 ? given.count : null
  return { story, extras, all, minutes, count, source }
}

function minutesOf(seconds: number | null | undefined): number | null {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return null
  const minutes = Math.round(seconds / 60)
  return minutes >= 1 && minutes <= LONGEST_MINUTES ? minutes : null
}
