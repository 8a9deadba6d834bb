import { numberText } from './counted.ts'
/** Dates and durations in the documents' wording. All instants are UTC. */

export const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** 'January 5, 2025' (C01). */
export function fullDate(at: Date): string {
  return `${MONTHS[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()}`
}

/** 'Jan 5, 2025' (C01). */
export function shortDate(at: Date): string {
  return `${MONTHS[at.getUTCMonth()]?.slice(0, 3)} ${at.getUTCDate()}, ${at.getUTCFullYear()}`
}

/** Formats minutes as a duration, everywhere except in the library's playtime: '30m', '8h', '1h 30m'. */
export function durationText(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  if (whole < 60) return `${whole}m`
  return whole % 60 === 0 ? `${numberText(whole / 60)}h` : hoursAndMinutes(whole)
}

/** Formats the library's playtime as 'Xh Ym', '0h 0m' for nothing, '1,262h 10m' (C04). */
export function hoursAndMinutes(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  return `${numberText(Math.floor(whole / 60))}h ${whole % 60}m`
}

/** Returns the earlier of two instants, given as `toISOString` writes them. */
export const earlierOf = (one: string, other: string): string => (one < other ? one : other)

/**
 * Returns the calendar day of an instant in the local time zone, which in a browser is that of the person. 'YYYY-MM-DD'.
 */
export function localDay(at: Date): string {
  const two = (count: number) => String(count).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** Formats a calendar day 'YYYY-MM-DD' as 'Jan 5, 2025' (C01). */
export function dayText(day: string): string {
  return shortDate(new Date(`${day}T00:00:00Z`))
}
