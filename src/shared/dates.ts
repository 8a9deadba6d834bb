/** Calendar and relative time in the documents' wording. All instants are UTC; callers pass `now`. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** 'January 5, 2025' (C01). */
export function fullDate(at: Date): string {
  return `${MONTHS[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()}`
}

/** 'Jan 5, 2025' (C01). */
export function shortDate(at: Date): string {
  return `${MONTHS[at.getUTCMonth()]?.slice(0, 3)} ${at.getUTCDate()}, ${at.getUTCFullYear()}`
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/**
 * Times of activities, reviews, journal, news, forum and messages (C01): 'Just now' … '29 days ago', then the full date.
 */
export function feedTime(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime()
  if (age < MINUTE) return 'Just now'
  if (age < HOUR) return counted(Math.floor(age / MINUTE), 'minute')
  if (age < DAY) return counted(Math.floor(age / HOUR), 'hour')
  if (age < 30 * DAY) return counted(Math.floor(age / DAY), 'day')
  return fullDate(at)
}

/** Returns a time of `feedTime` for the middle of a sentence. */
export const inSentence = (time: string): string => (time === 'Just now' ? 'just now' : time)

/** Times of comments (C01): 'just now', '5m ago', '3h ago', '2d ago', from seven days on the short date. */
export function commentTime(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime()
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m ago`
  if (age < DAY) return `${Math.floor(age / HOUR)}h ago`
  if (age < 7 * DAY) return `${Math.floor(age / DAY)}d ago`
  return shortDate(at)
}

/** Formats minutes as a duration, everywhere except in the library's playtime: '30m', '8h', '1h 30m'. */
export function durationText(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  if (whole < 60) return `${whole}m`
  return whole % 60 === 0 ? `${(whole / 60).toLocaleString('en')}h` : hoursAndMinutes(whole)
}

/** Formats the library's playtime as 'Xh Ym', '0h 0m' for nothing, '1,262h 10m' (C04). */
export function hoursAndMinutes(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  return `${Math.floor(whole / 60).toLocaleString('en')}h ${whole % 60}m`
}

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
