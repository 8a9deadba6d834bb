import { addDays, startOfDay } from '#shared/calendar-days.ts'
import { HOUR_MS } from '#shared/durations.ts'

/** How many favourite games a member may show. */
export const FAVOURITES_MAX = 4
/** The code of the refusal when the current favourites differ from those that the caller saw. */
export const FAVOURITES_CHANGED = 'favourites_changed'
/** How long a member counts as online after they were last seen (G49). */
export const ONLINE_MS = 5 * 60_000
/** An online member plays the game that they started or progressed within this time (G49). */
export const PLAYING_MS = 4 * HOUR_MS
/** A longer streak is shown as '15+' (C26). */
export const STREAK_CAP = 15

/** Entries of a library by status; `thisYear` counts those created since 1 January UTC. */
export interface StatusCounts {
  want_to_play: number
  playing: number
  completed: number
  dropped: number
  playedThisYear: number
}

/** Returns the level: 1 for fewer than ten played games, and one more for every ten (R-PROF-07). */
export function levelOf(totalPlayed: number): number {
  return Math.floor(totalPlayed / 10) + 1
}

/** Returns the title of a level, or null below level 3 (R-PROF-09..12). */
function levelTitle(level: number): 'Rising' | 'Advanced' | 'Expert' | 'Master' | null {
  if (level >= 20) return 'Master'
  if (level >= 10) return 'Expert'
  if (level >= 5) return 'Advanced'
  return level >= 3 ? 'Rising' : null
}

/** Returns whole percent, or 0 when the divisor is 0. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100)
}

/**
 * Returns the completion rate in the dialog: completed of played, in whole percent (R-MODAL-05). The header shows another figure:
 * played games of these and the backlog (R-PROF-15, C25).
 */
export function completionRate(completed: number, played: number): number {
  return percent(completed, played)
}

/**
 * Returns the badges of the header in their order (R-PROF-08, R-PROF-13..19). `completion` is the header's, in whole
 * percent.
 */
export function badgesOf(stats: { total_played: number; played_this_year: number; completion: number }): string[] {
  const { total_played, played_this_year, completion } = stats
  const badges: string[] = []
  if (levelOf(total_played) >= 10) badges.push('Pro')
  if (total_played >= 100) badges.push('Veteran')
  else if (total_played >= 50) badges.push('Gamer')
  if (completion >= 75) badges.push('Perfectionist')
  else if (completion >= 50) badges.push('Finisher')
  else if (completion >= 25) badges.push('Dedicated')
  if (played_this_year >= 20) badges.push('Active year')
  return badges
}

/**
 * Returns the header statistics of a library. Played games are completed or playing (R-STAT-02, R-STAT-03, R-PROF-06).
 */
export function headerStats(shelved: StatusCounts) {
  const total_played = shelved.completed + shelved.playing
  const backlog = shelved.want_to_play
  const played_this_year = shelved.playedThisYear
  const completion = percent(total_played, total_played + backlog)
  const level = levelOf(total_played)
  return {
    total_played,
    played_this_year,
    backlog,
    completion,
    level,
    title: levelTitle(level),
    badges: badgesOf({ total_played, played_this_year, completion }),
  }
}

/**
 * Returns the number of consecutive days up to today, or up to yesterday when today is not active yet (C26). `days`
 * (newest first) and `today` are 'YYYY-MM-DD' in the member's time zone.
 */
export function streakOf(days: readonly string[], today: string): number {
  let expected = days[0] === today ? today : addDays(today, -1)
  let streak = 0
  for (const day of days) {
    if (day !== expected) break
    streak += 1
    expected = addDays(expected, -1)
  }
  return streak
}

/** Returns '1' to '15', then '15+' (C26). */
export function streakText(streak: number): string {
  return streak > STREAK_CAP ? `${STREAK_CAP}+` : String(streak)
}

const clocks = new Map<string, Intl.DateTimeFormat>()
/**
 * Limit of the cache of formatters. It exceeds the number of time zones, but a name has many spellings (eUROPE/lisbon).
 */
const MAX_CLOCKS = 700

/** Returns the local time in a time zone as 'YYYY-MM-DD HH:mm:ss'. An unknown zone counts as UTC. */
function wallTime(timeZone: string | null, at: Date): string {
  const utc = at.toISOString().slice(0, 19).replace('T', ' ')
  if (timeZone === null) return utc
  try {
    // The Swedish locale formats dates as ISO does. Formatters are cached because creating one is expensive.
    const clock =
      clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    if (clocks.size >= MAX_CLOCKS) clocks.clear()
    clocks.set(timeZone, clock)
    return clock.format(at)
  } catch {
    return utc
  }
}

/** Returns the calendar day in a time zone, 'YYYY-MM-DD'. An unknown zone counts as UTC. */
export const dayIn = (timeZone: string | null, at: Date): string => wallTime(timeZone, at).slice(0, 10)

/** Returns the instant at which a day begins in a time zone. An unknown zone counts as UTC. */
export function dayStartIn(timeZone: string | null, day: string): Date {
  const begin = startOfDay(day)
  const ahead = (at: number) => Date.parse(`${wallTime(timeZone, new Date(at)).replace(' ', 'T')}Z`) - at
  // The clocks may change between the two midnights.
  return new Date(begin - ahead(begin - ahead(begin)))
}

/** Returns the instant at which the current year began in a time zone (G58). An unknown zone counts as UTC. */
export const yearStartIn = (timeZone: string | null, now: Date): Date =>
  dayStartIn(timeZone, `${dayIn(timeZone, now).slice(0, 4)}-01-01`)

/** Returns true for the name of a time zone, such as 'Europe/Lisbon'. */
export function isTimeZone(name: string): boolean {
  // Offsets such as +01:00 are refused, because they ignore daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** Returns the website as a link, or null when it is empty, malformed or not http(s). */
export function websiteOf(website: string | null): { href: string; text: string } | null {
  if (website === null) return null
  const url = URL.parse(website)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null
  return { href: url.href, text: (url.host + url.pathname + url.search).replace(/\/$/, '') }
}
