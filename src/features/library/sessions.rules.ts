import { dayText, fullDate } from '#shared/dates.ts'
import type { Status } from './library.rules.ts'

/** How far a playthrough came. */
export const FINISH_LEVELS = ['unfinished', 'main_story', 'main_extras', 'completionist', 'endless', 'dropped'] as const
export type FinishLevel = (typeof FINISH_LEVELS)[number]

export const FINISH_LABELS: Record<FinishLevel, string> = {
  unfinished: 'Unfinished',
  main_story: 'Main story',
  main_extras: 'Main + extras',
  completionist: 'Completionist',
  endless: 'Endless',
  dropped: 'Dropped',
}

/** How a session came into the log: '+ 30 min', the timer, or written down. */
export const ORIGINS = ['quick', 'timer', 'typed'] as const
export type Origin = (typeof ORIGINS)[number]

/** Minutes of one session. */
export const LEAST_MINUTES = 1
export const MOST_MINUTES = 24 * 60
export const FIRST_DAY = '1970-01-01'
export const SESSION_NOTE_LENGTH = 500
export const PLATFORM_LENGTH = 60
/** Of one entry. */
export const MOST_PLAYTHROUGHS = 50
/** Sessions that can be merged at once. */
export const MOST_MERGED = 50

/** A timer that shows so much was forgotten: how long it really was is asked for. */
export const FORGOTTEN_MS = 12 * 60 * 60_000

/**
 * Minutes of what a person writes: '1:30', '1.5 h', '1,5', '1h 30m', '90 min'. A bare number is hours. Null for anything
 * else; rounded to the minute, not yet checked against the bounds of a session.
 */
export function minutesOf(text: string): number | null {
  const typed = text.trim().toLowerCase().replaceAll(',', '.')
  const clock = /^(\d{1,4}):([0-5]\d)$/.exec(typed)
  if (clock) return Number(clock[1]) * 60 + Number(clock[2])
  const words = /^(?:(\d+(?:\.\d+)?)\s*h(?:ours?|rs?)?)?\s*(?:(\d+)\s*(?:m(?:in(?:ute)?s?)?)?)?$/.exec(typed)
  const bare = /^(\d+(?:\.\d+)?)$/.exec(typed)
  if (bare) return Math.round(Number(bare[1]) * 60)
  if (words && (words[1] !== undefined || /m/.test(typed)) && typed !== '')
    return Math.round(Number(words[1] ?? 0) * 60) + Number(words[2] ?? 0)
  return null
}

/** Minutes as they are typed again: 90 is '1:30'. */
export function clockText(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** Minutes in the hours of an entry: two digits after the point, rounded once for the sum. The database does the same. */
export function hoursOfMinutes(minutes: number): number {
  return Math.round((minutes * 100) / 60) / 100
}

/** A calendar day 'YYYY-MM-DD' that exists. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** A date as exactly as it is known: 'YYYY', 'YYYY-MM' or 'YYYY-MM-DD'. */
export type PartialDay = string
export type Precision = 'day' | 'month' | 'year'

/** Whether it is a year, a month or a day of the calendar. */
export function isPartialDay(text: string): boolean {
  return /^\d{4}(-\d{2}(-\d{2})?)?$/.test(text) && isDay(firstDayOf(text))
}

/** Parses what a person types: '2012', '2012-5', '2012/05/07', '2012.5.7'. Null for anything else. */
export function partialDayFrom(text: string): PartialDay | null {
  const typed = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/.exec(text.trim())
  if (!typed) return null
  const [, year, ...rest] = typed
  const day = [year, ...rest.filter((part) => part !== undefined).map((part) => part.padStart(2, '0'))].join('-')
  return isPartialDay(day) ? day : null
}

export function precisionOf(day: PartialDay): Precision {
  return day.length === 4 ? 'year' : day.length === 7 ? 'month' : 'day'
}

/** The first day of the year or month; a day itself. */
export function firstDayOf(day: PartialDay): string {
  return `${day}-01-01`.slice(0, 10)
}

/** A stored day with its precision, as a partial day. */
export function partialDayOf(day: string, precision: string): PartialDay {
  return precision === 'year' ? day.slice(0, 4) : precision === 'month' ? day.slice(0, 7) : day
}

/** '2012', 'May 2012', 'May 17, 2012'. */
export function partialDayText(day: PartialDay): string {
  if (day.length === 4) return day
  // Of a month the first day is left out.
  return day.length === 7 ? fullDate(new Date(`${day}-01T00:00:00Z`)).replace(' 1,', '') : dayText(day)
}

/** Whether one date is before another, as far as both are known: '2012' is not before '2012-05-07'. */
export function isBefore(day: PartialDay, other: PartialDay): boolean {
  const known = Math.min(day.length, other.length)
  return day.slice(0, known) < other.slice(0, known)
}

/**
 * The instant that a session counts for: now when it is of today, else the noon of its day, which is never later than now
 * (a day begins in the east while it is still the one before by UTC).
 */
export function endOfSession(playedOn: string, today: string, now: Date): Date {
  const noon = new Date(`${playedOn}T12:00:00Z`)
  return playedOn >= today || noon > now ? now : noon
}

/**
 * The status after a session: what was wanted is being played, and a game that was not in the library too. What was
 * finished or dropped stays that when the session is written down later.
 */
export function statusAfterSession(current: Status | null): Status {
  return current === null || current === 'want_to_play' ? 'playing' : current
}

/** Whether a playthrough has come to its end, so that what starts later is another one. */
export function isOver({ finish_level, finished_on }: { finish_level: string; finished_on: string | null }): boolean {
  return finished_on !== null || !(finish_level === 'unfinished' || finish_level === 'endless')
}

/** A new session goes to the latest playthrough that is still open, else to the latest one (ids are in order of time). */
export function openPlaythrough<P extends { id: string; finish_level: string }>(playthroughs: readonly P[]): P | null {
  const latestFirst = playthroughs.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  return (
    latestFirst.find(({ finish_level }) => finish_level === 'unfinished' || finish_level === 'endless') ??
    latestFirst[0] ??
    null
  )
}

export interface MergedFrom {
  playthrough_id: string
  played_on: string
  minutes: number
  note: string | null
  ended_at: Date
}

export type MergeProblem = 'few' | 'playthroughs' | 'long' | 'note'

/** Why sessions cannot become one, null when they can. */
export function mergeProblem(sessions: readonly Pick<MergedFrom, 'playthrough_id' | 'minutes' | 'note'>[]) {
  if (sessions.length < 2) return 'few'
  if (new Set(sessions.map(({ playthrough_id }) => playthrough_id)).size > 1) return 'playthroughs'
  if (minutesTogether(sessions) > MOST_MINUTES) return 'long'
  return (notesTogether(sessions)?.length ?? 0) > SESSION_NOTE_LENGTH ? 'note' : null
}

export const MERGE_PROBLEMS: Record<MergeProblem, string> = {
  few: 'Choose two or more sessions to merge',
  playthroughs: 'Only sessions of the same playthrough can be merged',
  long: 'A session can be 24 hours at most, and these are longer together',
  note: `Their notes together are longer than ${SESSION_NOTE_LENGTH} characters`,
}

/** One session of several: all minutes and notes, on the last of their days, so that nothing is lost but where they were cut. */
export function merged<S extends MergedFrom>(sessions: readonly S[]) {
  const inOrder = sessions.toSorted((a, b) => a.ended_at.getTime() - b.ended_at.getTime())
  const last = inOrder.at(-1) as S
  return {
    played_on: inOrder.reduce((day, { played_on }) => (played_on > day ? played_on : day), last.played_on),
    minutes: minutesTogether(sessions),
    note: notesTogether(inOrder),
    ended_at: last.ended_at,
  }
}

const minutesTogether = (sessions: readonly { minutes: number }[]) =>
  sessions.reduce((sum, { minutes }) => sum + minutes, 0)

function notesTogether(sessions: readonly { note: string | null }[]): string | null {
  return sessions.flatMap(({ note }) => note ?? []).join('\n') || null
}

export interface Timing {
  running_since: Date | null
  banked_ms: number
}

/** What a timer shows, in ms: what was counted before its last pause, and since then while it runs. */
export function timedMs({ running_since, banked_ms }: Timing, now: Date): number {
  return banked_ms + (running_since ? Math.max(0, now.getTime() - running_since.getTime()) : 0)
}

/** Nobody plays this long: it was left running. */
export function isForgotten(timing: Timing, now: Date): boolean {
  return timedMs(timing, now) >= FORGOTTEN_MS
}

/** '0:42:10' */
export function timerText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const two = (count: number) => String(count).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
