import type { TimeToBeat } from './time-to-beat.schemas.ts'

/** The finish levels of a playthrough that say how long a game takes; `endless` has no end. */
export const TIMED_LEVELS = ['main_story', 'main_extras', 'completionist'] as const
export type TimedLevel = (typeof TIMED_LEVELS)[number]

/** Ten thousand hours: a source that says more has a wrong number. */
const LONGEST_MINUTES = 600_000

/** The hours by which lists filter, in the form of `hoursToBeatOf`. */
export const HOURS_TO_BEAT = ['0..5', '5..10', '10..20', '20..40', '40..'] as const

const HOURS_TO_BEAT_FORM = /^\d{1,6}\.\.\d{0,6}$/

/** Hours from the first on, below the second. */
export interface HoursToBeat {
  from: number
  to: number | null
}

/**
 * Parses how long a game takes, in hours as its source says: 'from..to' without the upper end, or 'from..'. Returns null for
 * anything else.
 */
export function hoursToBeatOf(text: string): HoursToBeat | null {
  if (!HOURS_TO_BEAT_FORM.test(text)) return null
  const [from = '', to = ''] = text.split('..')
  const range = { from: Number(from), to: to === '' ? null : Number(to) }
  return range.to === null || range.to >= range.from ? range : null
}

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
