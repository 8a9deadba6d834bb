/** Pure functions on days 'YYYY-MM-DD' and months 'YYYY-MM', without a time zone. */

import { addDays, startOfDay } from '#shared/calendar-days.ts'
import { MONTHS } from '#shared/dates.ts'

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Returns the weekday from 0 (Monday) to 6. */
const weekdayOf = (day: string) => (new Date(startOfDay(day)).getUTCDay() + 6) % 7

export const monthOf = (day: string): string => day.slice(0, 7)
export const yearOf = (day: string): number => Number(day.slice(0, 4))
export const dayOfMonth = (day: string): number => Number(day.slice(8, 10))

/** Returns the name of a month, such as 'November'. */
export const monthName = (month: string): string => MONTHS[Number(month.slice(5, 7)) - 1] ?? ''
/** Returns the twelve months of a year. */
export const monthsOf = (year: number): string[] => MONTHS.map((_, at) => `${year}-${String(at + 1).padStart(2, '0')}`)

/** Returns a day in words, such as 'Sunday, November 22, 2026'. */
export const longDay = (day: string): string =>
  `${WEEKDAYS[weekdayOf(day)]}, ${monthName(day)} ${dayOfMonth(day)}, ${yearOf(day)}`

/** Returns a day in short, such as 'Sun 22'. */
export const shortDay = (day: string): string => `${WEEKDAYS[weekdayOf(day)]?.slice(0, 3)} ${dayOfMonth(day)}`

export function shiftMonth(month: string, by: number): string {
  const count = yearOf(month) * 12 + Number(month.slice(5, 7)) - 1 + by
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** Returns the weeks of a range of days from Monday to Sunday; null stands for a day outside the range. */
function weeksBetween(first: string, last: string): (string | null)[][] {
  const weeks: (string | null)[][] = []
  for (let monday = addDays(first, -weekdayOf(first)); monday <= last; monday = addDays(monday, 7))
    weeks.push(
      WEEKDAYS.map((_, at) => {
        const day = addDays(monday, at)
        return day >= first && day <= last ? day : null
      }),
    )
  return weeks
}

/** Returns the weeks of a month 'YYYY-MM'. */
export const weeksOfMonth = (month: string) => weeksBetween(`${month}-01`, addDays(`${shiftMonth(month, 1)}-01`, -1))
/** Returns the 53 or 54 weeks that a year touches. */
export const weeksOfYear = (year: number) => weeksBetween(`${year}-01-01`, `${year}-12-31`)

/**
 * Returns the day that a key selects in a calendar grid, starting from another day; null for other keys. The arrow keys
 * move by one day or one week, Home and End go to the ends of the week. Page Up and Page Down go to the same day of the
 * previous or next month, or to its last day if that month is shorter.
 */
export function dayAfterKey(day: string, key: string): string | null {
  const sameDay = (month: string) => {
    const last = addDays(`${shiftMonth(month, 1)}-01`, -1)
    const same = `${month}${day.slice(7)}`
    return same > last ? last : same
  }
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekdayOf(day))
    case 'End':
      return addDays(day, 6 - weekdayOf(day))
    case 'PageUp':
      return sameDay(shiftMonth(monthOf(day), -1))
    case 'PageDown':
      return sameDay(shiftMonth(monthOf(day), 1))
    default:
      return null
  }
}

/** The upper limits of steps 1 and 2 of the heat map, in minutes. */
const SOME_MINUTES = 60
const MANY_MINUTES = 180

/** Returns the step of a day in the heat map: 0 empty, 1 entries only or up to an hour, 2 up to three hours, 3 more. */
export function heatOf(day: { minutes: number; entries: number } | undefined): 0 | 1 | 2 | 3 {
  if (!day || (day.minutes === 0 && day.entries === 0)) return 0
  if (day.minutes <= SOME_MINUTES) return 1
  return day.minutes <= MANY_MINUTES ? 2 : 3
}
