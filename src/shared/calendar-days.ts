import { DAY_MS } from './durations.ts'

/** Calendar days 'YYYY-MM-DD', without a time zone. */

/** Returns the day of an instant in UTC. */
export const utcDay = (at: Date | number): string => new Date(at).toISOString().slice(0, 10)

/** Returns when a day begins in UTC, in milliseconds. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Returns the day so many days later; earlier for a negative number. */
export const addDays = (day: string, days: number): string => utcDay(startOfDay(day) + days * DAY_MS)

/** Returns whether a text is an existing day. PostgreSQL has no year 0. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = startOfDay(text)
  return !Number.isNaN(at) && utcDay(at) === text
}
