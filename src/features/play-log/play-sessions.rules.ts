import type { Status } from '#features/library/library.rules.ts'
import { isDay } from '#shared/calendar-days.ts'
import { dayText, fullDate } from '#shared/dates.ts'
import { HOUR_MS } from '#shared/durations.ts'

/** How far the member got in a playthrough. */
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

/** What a playthrough was like, if it was no ordinary one. New game plus is always a replay; the others say nothing about that. */
export const SPECIAL_KINDS = ['new_game_plus', 'season', 'hundred_percent', 'speedrun', 'co_op'] as const
export type SpecialKind = (typeof SPECIAL_KINDS)[number]
export const RUN_KINDS = ['first', 'replay', ...SPECIAL_KINDS] as const
export type RunKind = (typeof RUN_KINDS)[number]

/** How a session was recorded: with '+ 30 min', with the timer, typed into a form, or by a sync with Steam. */
export const ORIGINS = ['quick', 'timer', 'typed', 'steam'] as const
export type Origin = (typeof ORIGINS)[number]

/** Limits of the minutes of one session. */
export const MIN_MINUTES = 1
export const MAX_MINUTES = 24 * 60
export const FIRST_DAY = '1970-01-01'
export const SESSION_NOTE_LENGTH = 500
export const PLATFORM_LENGTH = 60
export const DROP_REASON_LENGTH = 300
export const BOOKMARK_LENGTH = 200
/** The largest number of playthroughs of one entry. */
export const MAX_PLAYTHROUGHS = 50
/** The largest number of sessions that one merge combines. */
export const MAX_MERGED = 50

/** A timer that shows this much was forgotten; the app then asks for the real duration. */
export const FORGOTTEN_MS = 12 * HOUR_MS

/**
 * Parses a typed duration into minutes: '1:30', '1.5 h', '1,5', '1h 30m', '90 min'. A bare number means hours. Returns
 * null for anything else. The result is rounded to the minute and not yet checked against the limits of a session.
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

/** Formats hours for a field, without separators of thousands: 19.33 is '19h 20m'. `typedHours` parses it again. */
export function hoursToType(hours: number): string {
  const minutes = Math.round(hours * 60)
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}

/**
 * Parses hours that a member has typed: '19:20', '19h 20m' and '19.33' are 19.33. A field that still shows `stored` keeps
 * it exactly. NaN for anything else.
 */
export function typedHours(text: string, stored: number | null = null): number {
  if (stored !== null && text === hoursToType(stored)) return stored
  const minutes = minutesOf(text)
  return minutes === null ? Number.NaN : hoursOfMinutes(minutes)
}

/**
 * Converts minutes to the hours of an entry: two decimals, rounded once for the sum. The trigger function
 * `reconcile_entry` rounds the same way (`migrations/202611212030-keep-play-sessions.sql`).
 */
export function hoursOfMinutes(minutes: number): number {
  return Math.round((minutes * 100) / 60) / 100
}

/** A date as exact as it is known: 'YYYY', 'YYYY-MM' or 'YYYY-MM-DD'. */
export type PartialDay = string
export type Precision = 'day' | 'month' | 'year'

/** Returns whether a text is a year, a month or a day of the calendar. */
export function isPartialDay(text: string): boolean {
  return /^\d{4}(-\d{2}(-\d{2})?)?$/.test(text) && isDay(firstDayOf(text))
}

/** Parses a typed date: '2012', '2012-5', '2012/05/07', '2012.5.7'. Returns null for anything else. */
export function partialDayFrom(text: string): PartialDay | null {
  const typed = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/.exec(text.trim())
  if (!typed) return null
  const [, year, ...rest] = typed
  const day = [year, ...rest.filter((part) => part !== undefined).map((part) => part.padStart(2, '0'))].join('-')
  return isPartialDay(day) ? day : null
}

/** Returns the precision of a date that is written as far as it is known: 2012, 2012-05 or 2012-05-17. */
export function precisionOf(day: PartialDay): Precision {
  return day.length === 4 ? 'year' : day.length === 7 ? 'month' : 'day'
}

/** Returns the first day of a year or month, or the day itself. */
export function firstDayOf(day: PartialDay): string {
  return `${day}-01-01`.slice(0, 10)
}

/** Converts a stored day and its precision to a partial day. */
export function partialDayOf(day: string, precision: string): PartialDay {
  return precision === 'year' ? day.slice(0, 4) : precision === 'month' ? day.slice(0, 7) : day
}

/** Formats a partial day: '2012', 'May 2012', 'May 17, 2012'. */
export function partialDayText(day: PartialDay): string {
  if (day.length === 4) return day
  // The text of a month omits the first day.
  return day.length === 7 ? fullDate(new Date(`${day}-01T00:00:00Z`)).replace(' 1,', '') : dayText(day)
}

/** Returns whether one date is before another, as far as both are known: '2012' is not before '2012-05-07'. */
export function isBefore(day: PartialDay, other: PartialDay): boolean {
  const known = Math.min(day.length, other.length)
  return day.slice(0, known) < other.slice(0, known)
}

/**
 * Returns the instant that a session counts for: now for a session of today, else noon of its day, but never later than
 * now (a day begins in the east while UTC still has the day before).
 */
export function endOfSession(playedOn: string, today: string, now: Date): Date {
  const noon = new Date(`${playedOn}T12:00:00Z`)
  return playedOn >= today || noon > now ? now : noon
}

/**
 * Returns the status after a session: a wanted game or a game outside the library becomes playing. A finished or
 * dropped game keeps its status, because sessions can be added later.
 */
export function statusAfterSession(current: Status | null): Status {
  return current === null || current === 'want_to_play' ? 'playing' : current
}

/** Returns whether a playthrough has ended; a later start is then a new playthrough. */
export function isOver({ finish_level, finished_on }: { finish_level: string; finished_on: string | null }): boolean {
  return finished_on !== null || !(finish_level === 'unfinished' || finish_level === 'endless')
}

export interface MergedFrom {
  playthrough_id: string
  played_on: string
  minutes: number
  note: string | null
  ended_at: Date
}

export type MergeProblem = 'few' | 'playthroughs' | 'long' | 'note'

/** Returns why sessions cannot be merged, null when they can. */
export function mergeProblem(sessions: readonly Pick<MergedFrom, 'playthrough_id' | 'minutes' | 'note'>[]) {
  if (sessions.length < 2) return 'few'
  if (new Set(sessions.map(({ playthrough_id }) => playthrough_id)).size > 1) return 'playthroughs'
  if (minutesTogether(sessions) > MAX_MINUTES) return 'long'
  return (notesTogether(sessions)?.length ?? 0) > SESSION_NOTE_LENGTH ? 'note' : null
}

/** Returns the session that several merge into: it has all minutes and notes and takes the last day. */
export function mergedSession<S extends MergedFrom>(sessions: readonly S[]) {
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

/**
 * Returns the time that a timer shows, in ms: the time before its last pause, plus the time since then while it runs.
 */
export function timedMs({ running_since, banked_ms }: Timing, now: Date): number {
  return banked_ms + (running_since ? Math.max(0, now.getTime() - running_since.getTime()) : 0)
}

/** Returns whether a timer was left running: nobody plays this long. */
export function isForgotten(timing: Timing, now: Date): boolean {
  return timedMs(timing, now) >= FORGOTTEN_MS
}

/** Formats the time of a timer: '0:42:10'. */
export function timerText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const two = (count: number) => String(count).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
