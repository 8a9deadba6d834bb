/** Which period statistics cover, how it is divided, and how counts become bars. Pure. */

import { shiftMonth } from '#features/journal/calendar.rules.ts'
import { CONTRASTS, type Contrast, lastOfMonth, type Span, spanOf } from '#features/library/shelf-filters.rules.ts'
import { addDays } from '#shared/calendar-days.ts'
import { DAY_MS } from '#shared/durations.ts'

/** The periods with a name: everything, and the last twelve months with the current one. */
export const ALL_TIME = 'all'
export const LAST_YEAR = '12m'

/** Returns whether a text names a period: one of the names, a year, a month, a day, or 'from..to'. */
export const isPeriod = (text: string): boolean => text === ALL_TIME || text === LAST_YEAR || spanOf(text) !== null

/** Returns the days of a valid period; null for all time. `today` is the member's day. */
export function daysOfPeriod(text: string, today: string): Span | null {
  if (text === ALL_TIME) return null
  const month = today.slice(0, 7)
  if (text === LAST_YEAR) return { first: `${shiftMonth(month, -11)}-01`, last: lastOfMonth(month) }
  return spanOf(text)
}

export type Unit = 'day' | 'month' | 'year'
/** A month or less is shown by days, three years or less by months. */
const DAYS_MAX = 31
const MONTHS_MAX = 36

const daysIn = ({ first, last }: Span) => (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
const monthsUntil = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
const monthsIn = ({ first, last }: Span) => monthsUntil(last) - monthsUntil(first) + 1

/**
 * Divides a period into days, months or years, of which the first and the last may be cut. A period ends with the
 * current year at the latest. `seesDays`: whether the viewer may see on which days the member plays.
 */
export function partsOf({ first, last }: Span, today: string, seesDays: boolean): { unit: Unit; parts: Span[] } {
  const endOfYear = `${today.slice(0, 4)}-12-31`
  const period = { first, last: last > endOfYear ? (first > endOfYear ? first : endOfYear) : last }
  const unit =
    daysIn(period) <= DAYS_MAX && seesDays ? 'day' : monthsIn(period) <= MONTHS_MAX ? ('month' as const) : 'year'
  const parts: Span[] = []
  for (let day = period.first; day <= period.last; day = addDays((parts.at(-1) as Span).last, 1)) {
    const end = lastOf(unit, day)
    parts.push({ first: day, last: end < period.last ? end : period.last })
  }
  return { unit, parts }
}

const lastOf = (unit: Unit, day: string) =>
  unit === 'day' ? day : unit === 'month' ? lastOfMonth(day.slice(0, 7)) : `${day.slice(0, 4)}-12-31`

/** A bar of a chart: the text of the filter that finds its games, and how many there are. */
export interface Bar {
  value: string
  games: number
}

/** The number of names that a chart shows; the rest is one bar. */
export const NAMES_SHOWN = 12

/** More release years than these are shown by five. */
const YEARS_MAX = 16
const YEARS_TOGETHER = 5

/** Returns the games by release year without gaps, the earliest first, and those without a year last. */
export function releaseBars(counts: ReadonlyMap<number | null, number>): Bar[] {
  const years = [...counts.keys()].filter((year) => year !== null).sort((a, b) => a - b)
  const [first, last] = [years[0] ?? 0, years.at(-1) ?? -1]
  const step = last - first < YEARS_MAX ? 1 : YEARS_TOGETHER
  const bars: Bar[] = []
  for (let from = first - (first % step); from <= last; from += step) {
    const to = from + step - 1
    const games = years.reduce((sum, year) => sum + (year >= from && year <= to ? (counts.get(year) ?? 0) : 0), 0)
    bars.push({ value: step === 1 ? String(from) : `${from}..${to}`, games })
  }
  const unknown = counts.get(null) ?? 0
  return unknown > 0 ? [...bars, { value: 'none', games: unknown }] : bars
}

/** The hours from which a bar counts; each ends where the next one begins. */
export const HOURS_FROM = [0, 2, 5, 10, 20, 50, 100] as const

/** Returns the games by hours. `counts` has the games without hours first, and then those of each step. */
export function hoursBars(counts: readonly number[]): Bar[] {
  return ['none', ...HOURS_FROM.map((from, at) => `${from}..${HOURS_FROM[at + 1] ?? ''}`)].map((value, at) => ({
    value,
    games: counts[at] ?? 0,
  }))
}

const HALF_STARS = 10
/** Returns the games by stars from half a star on; `counts` are by half stars. */
export const ratingBars = (counts: ReadonlyMap<number, number>): Bar[] =>
  Array.from({ length: HALF_STARS }, (_, at) => ({ value: String((at + 1) / 2), games: counts.get(at + 1) ?? 0 }))

/** Returns the games by distance from the community. `counts` are in the order of CONTRASTS. */
export const contrastBars = (counts: readonly number[]): Bar[] =>
  (Object.keys(CONTRASTS) as Contrast[]).map((value, at) => ({ value, games: counts[at] ?? 0 }))
/** Where the distances of two bars meet. */
export const CONTRAST_EDGES: readonly number[] = Object.values(CONTRASTS)
  .slice(1)
  .map(({ from }) => from)

/** Games that came into the library in the part `added` and were begun in `begun`; 0 is before the first part. */
export interface Wait {
  added: number
  begun: number
  games: number
}

/** Returns how many games waited at the end of each part of a period. */
export const backlogAt = (waits: readonly Wait[], parts: number): number[] =>
  Array.from({ length: parts }, (_, at) =>
    waits.reduce((sum, { added, begun, games }) => sum + (added <= at + 1 && begun > at + 1 ? games : 0), 0),
  )

/** Leaves out the leading parts of all time in which nothing was counted. */
export function withoutStart<T>(items: readonly T[], countOf: (item: T) => number): T[] {
  const start = items.findIndex((item) => countOf(item) > 0)
  return start < 0 ? [] : items.slice(start)
}
