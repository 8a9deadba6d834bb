/** The numbers and decisions of the journal. Pure, for server and browser. */

/** Most characters (code points) of the description of progress and of a daily entry (R-JOUR-11, R-JOUR-12). */
export const SHORT_TEXT = 500
export const TITLE_LENGTH = 150
/** Most games of a list that is written in the journal (G60). */
export const MOST_GAMES = 100
export const PROGRESS_RANGE = { least: 0, most: 100, step: 1 } as const
/** The slider of a review: 1 to 10, at first 1 (R-JOUR-13). Half of it is the number of stars (C22). */
export const RATING_RANGE = { least: 1, most: 10, first: 1 } as const

const DAY_MS = 86_400_000

/** Whether a client may name this day as its own: at most one day from the server's (G58). */
export function isNearDay(day: string, now: Date): boolean {
  const at = Date.parse(`${day}T00:00:00Z`)
  const today = Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`)
  return Math.abs(at - today) <= DAY_MS
}

/** The first and the last day of a month 'YYYY-MM'. */
export function daysOfMonth(month: string): { first: string; last: string; days: number } {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { first: `${month}-01`, last: `${month}-${String(days).padStart(2, '0')}`, days }
}
