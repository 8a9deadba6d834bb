import { counted } from './counted.ts'
import { fullDate, shortDate } from './dates.ts'

/** How long ago something happened, in the documents' wording. All instants are UTC; callers pass `now`. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const ago = (count: number, unit: string) => `${counted(count, unit)} ago`

/**
 * Times of activities, reviews, journal, news, forum and messages (C01): 'Just now' … '29 days ago', then the full date.
 */
export function feedTime(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime()
  if (age < MINUTE) return 'Just now'
  if (age < HOUR) return ago(Math.floor(age / MINUTE), 'minute')
  if (age < DAY) return ago(Math.floor(age / HOUR), 'hour')
  if (age < 30 * DAY) return ago(Math.floor(age / DAY), 'day')
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
