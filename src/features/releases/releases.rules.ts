import { addDays, isDay, startOfDay, utcDay } from '#shared/calendar-days.ts'
import { counted } from '#shared/counted.ts'
import { MONTHS } from '#shared/dates.ts'
import { DAY_MS } from '#shared/durations.ts'
import { ascending } from '#shared/order.ts'

/** The days of the release calendar. A day is 'YYYY-MM-DD': dates of releases are days in UTC, without a time. */

/** The weeks with releases on a page, and the games of a group that the page shows at first. */
export const WEEKS_PER_PAGE = 6
export const GAMES_PER_GROUP = 24
/** How many days "Out in the last 30 days" looks back. */
export const DAYS_BACK = 30
/** The largest number of own games, and of events in the calendar file; the next ones count. */
export const MAX_OWN = 500

/** `coming`: from today on, the next first. `out`: the last 30 days, the latest first. */
export const SPANS = ['coming', 'out'] as const
export type Span = (typeof SPANS)[number]

/** Unix seconds, UTC, as `games.first_release_date` has them. */
export const secondsOf = (day: string): number => startOfDay(day) / 1000
export const dayOfSeconds = (seconds: number): string => utcDay(seconds * 1000)

/** Returns the Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(startOfDay(day)).getUTCDay() + 6) % 7))

/**
 * Returns false for 31 December: sources give this day to games of which only the year is known. Such a game stands after
 * the weeks of its year, and neither the calendar file nor a notification names a day for it.
 */
const isDayKnown = (day: string): boolean => !day.endsWith('-12-31')

/** Returns the group of a release: the Monday of its week, or its year 'YYYY' when the day is not known. */
export const groupOf = (day: string): string => (isDayKnown(day) ? mondayOf(day) : day.slice(0, 4))
export const isGroup = (text: string): boolean => /^\d{4}$/.test(text) || (isDay(text) && mondayOf(text) === text)

/** Returns the last day of a group; groups are ordered by it, and a year comes after the week in which it ends. */
const placeOf = (group: string): string => (group.length === 4 ? `${mondayOf(`${group}-12-31`)} ${group}` : group)

/** Sorts groups by time: the next first, or for releases of the past the latest first. */
export function inOrder<Of extends { group: string }>(groups: readonly Of[], span: Span): Of[] {
  const sorted = groups.toSorted(ascending(({ group }) => placeOf(group)))
  return span === 'coming' ? sorted : sorted.reverse()
}

/** Returns the days of a span, the first inclusive and the last exclusive; null for an open end. */
export const daysOf = (span: Span, today: string): { from: string; until: string | null } =>
  span === 'coming' ? { from: today, until: null } : { from: addDays(today, -DAYS_BACK), until: today }

/** Returns the days of a group within a span; the current week belongs to both spans, each has its part. */
export function daysOfGroup(group: string, span: Span, today: string): { from: string; until: string } {
  const whole =
    group.length === 4
      ? { from: `${group}-12-31`, until: addDays(`${group}-12-31`, 1) }
      : { from: group, until: addDays(group, 7) }
  const { from, until } = daysOf(span, today)
  return {
    from: whole.from > from ? whole.from : from,
    until: until === null || whole.until < until ? whole.until : until,
  }
}

const monthOf = (day: string) => MONTHS[Number(day.slice(5, 7)) - 1]?.slice(0, 3) ?? ''
const dateOf = (day: string) => Number(day.slice(8))

/** Returns 'Dec 7 – 13', 'Nov 30 – Dec 6', and outside of the current year 'Jan 4 – 10, 2027'. */
function weekText(monday: string, today: string): string {
  const sunday = addDays(monday, 6)
  const end = monthOf(monday) === monthOf(sunday) ? `${dateOf(sunday)}` : `${monthOf(sunday)} ${dateOf(sunday)}`
  const year = sunday.slice(0, 4) === today.slice(0, 4) ? '' : `, ${sunday.slice(0, 4)}`
  return `${monthOf(monday)} ${dateOf(monday)} – ${end}${year}`
}

/** Returns the title of a group, with the days of a week that has a name. */
export function groupTitle(group: string, today: string): { title: string; days: string | null } {
  if (group.length === 4) {
    if (group < today.slice(0, 4)) return { title: `In ${group}, day not known`, days: null }
    return { title: group === today.slice(0, 4) ? 'Later this year' : `${group}, day to be announced`, days: null }
  }
  const days = weekText(group, today)
  const name = new Map([
    [-7, 'Last week'],
    [0, 'This week'],
    [7, 'Next week'],
  ]).get((startOfDay(group) - startOfDay(mondayOf(today))) / DAY_MS)
  return name === undefined ? { title: days, days: null } : { title: name, days }
}

const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')

/** Returns 'Today', 'Tomorrow' or 'Fri, Dec 11'; null when the day is not known. */
export function releaseDayText(day: string, today: string): string | null {
  if (!isDayKnown(day)) return null
  if (day === today) return 'Today'
  if (day === addDays(today, 1)) return 'Tomorrow'
  return `${WEEKDAYS[new Date(startOfDay(day)).getUTCDay()]}, ${monthOf(day)} ${dateOf(day)}`
}

/** Returns 'Fri 11', which stands on a cover within its week; null when the day is not known. */
export const shortDayText = (day: string): string | null =>
  isDayKnown(day) ? `${WEEKDAYS[new Date(startOfDay(day)).getUTCDay()]} ${dateOf(day)}` : null

/** Returns 'Today', 'Tomorrow', 'in 12 days' or '3 days ago'; null when the day is not known. */
export function daysLeftText(day: string, today: string): string | null {
  if (!isDayKnown(day)) return null
  const left = (startOfDay(day) - startOfDay(today)) / DAY_MS
  if (left === 0) return 'Today'
  if (left === 1) return 'Tomorrow'
  return left > 0 ? `in ${counted(left, 'day')}` : `${counted(-left, 'day')} ago`
}

/** The address of the calendar file. */
export const CALENDAR_PATH = '/releases.ics'
export const calendarAddress = (token: string, platform: number | null): string =>
  `${CALENDAR_PATH}?token=${token}${platform === null ? '' : `&platform=${platform}`}`
