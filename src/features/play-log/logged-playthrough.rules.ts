import type { Status } from '#features/library/library.rules.ts'
import { type FinishLevel, isBefore, isOver, openPlaythrough, type PartialDay } from './play-sessions.rules.ts'

/** The values of a playthrough. */
export interface PlaythroughValues {
  platform: string | null
  started_on: PartialDay | null
  finished_on: PartialDay | null
  finish_level: FinishLevel
  is_replay: boolean
  is_paused: boolean
  drop_reason: string | null
}

export const NEW_PLAYTHROUGH: PlaythroughValues = {
  platform: null,
  started_on: null,
  finished_on: null,
  finish_level: 'unfinished',
  is_replay: false,
  is_paused: false,
  drop_reason: null,
}

/**
 * Returns the playthrough that a log changes: the current one. Null starts another one: there is none, or the current
 * one has ended and the log has a first day of a game that is being played.
 */
export function loggedPlaythrough<P extends { id: string; finish_level: string; finished_on: string | null }>(
  playthroughs: readonly P[],
  { status, hasStart }: { status: Status; hasStart: boolean },
): P | null {
  const latest = openPlaythrough(playthroughs)
  return latest !== null && status === 'playing' && hasStart && isOver(latest) ? null : latest
}

/** Returns how far a playthrough got after a log with this status. */
export function finishLevelAfter(level: FinishLevel, status: Status): FinishLevel {
  if (status === 'dropped') return 'dropped'
  return status === 'completed' && (level === 'unfinished' || level === 'dropped') ? 'main_story' : level
}

/** Returns a playthrough after a change: one that has ended does not pause, and only a dropped one has a reason. */
export const normalizePlaythrough = (values: PlaythroughValues): PlaythroughValues => ({
  ...values,
  platform: values.platform || null,
  is_paused: values.is_paused && !isOver(values),
  drop_reason: (values.finish_level === 'dropped' && values.drop_reason) || null,
})

/** Returns why the days of a playthrough cannot be, apart from the future; null when they can. */
export function daysProblem({
  started_on,
  finished_on,
  finish_level,
}: PlaythroughValues): 'days_in_wrong_order' | 'unfinished_has_no_end' | null {
  if (started_on && finished_on && isBefore(finished_on, started_on)) return 'days_in_wrong_order'
  return finished_on && finish_level === 'unfinished' ? 'unfinished_has_no_end' : null
}
