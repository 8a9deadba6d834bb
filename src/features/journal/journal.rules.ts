import { startOfDay, utcDay } from '#shared/calendar-days.ts'
import { DAY_MS } from '#shared/durations.ts'

/** The limits and pure decisions of the journal, for server and browser. */

/** The maximum length of a progress description and of a daily entry, in code points (R-JOUR-11, R-JOUR-12). */
export const SHORT_TEXT = 500
export const TITLE_LENGTH = 150
/** The maximum number of games in a list that the journal's form edits (G60). */
export const MAX_GAMES = 100
export const PROGRESS_RANGE = { least: 0, most: 100, step: 1 } as const
/** The range and the initial value of a review's slider (R-JOUR-13). Half of the value is the number of stars (C22). */
export const RATING_RANGE = { least: 1, most: 10, first: 1 } as const

/** Returns whether a client may send this day as its own: it is at most one day away from the server's day (G58). */
export function isNearDay(day: string, now: Date): boolean {
  return Math.abs(startOfDay(day) - startOfDay(utcDay(now))) <= DAY_MS
}

/** Returns the first and the last day of a month 'YYYY-MM', and the number of its days. */
export function daysOfMonth(month: string): { first: string; last: string; days: number } {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { first: `${month}-01`, last: `${month}-${String(days).padStart(2, '0')}`, days }
}

/** Splits a text into parts that fit into a daily entry, between words where there are some. Together they are the text. */
export function partsOf(text: string): string[] {
  const parts: string[] = []
  for (let rest = [...text.trim()]; rest.length > 0; ) {
    if (rest.length <= SHORT_TEXT) return [...parts, rest.join('')]
    const gap = rest.slice(0, SHORT_TEXT).findLastIndex((sign) => /\s/.test(sign))
    const end = gap > SHORT_TEXT / 2 ? gap : SHORT_TEXT
    parts.push(rest.slice(0, end).join('').trimEnd())
    rest = [...rest.slice(end).join('').trimStart()]
  }
  return parts
}
