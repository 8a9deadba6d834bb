import type { Status } from '#features/library/library.rules.ts'
import {
  type FinishLevel,
  isBefore,
  isOver,
  type PartialDay,
  type RunKind,
  type SpecialKind,
} from './play-sessions.rules.ts'

/** The values of a playthrough. */
export interface PlaythroughValues {
  platform: string | null
  started_on: PartialDay | null
  finished_on: PartialDay | null
  finish_level: FinishLevel
  is_replay: boolean
  is_paused: boolean
  drop_reason: string | null
  /** Null for an ordinary one. */
  kind: SpecialKind | null
  /** Half stars, 1 to 10. */
  rating: number | null
  /** Where the member was, and the instant at which they wrote it. */
  bookmark: string | null
  bookmarked_at: Date | string | null
}

export const NEW_PLAYTHROUGH: PlaythroughValues = {
  platform: null,
  started_on: null,
  finished_on: null,
  finish_level: 'unfinished',
  is_replay: false,
  is_paused: false,
  drop_reason: null,
  kind: null,
  rating: null,
  bookmark: null,
  bookmarked_at: null,
}

/**
 * Returns the playthrough that a log changes, of those of an entry, the oldest first: the latest one. Null starts another one: there is none, or that one
 * has ended and the log has a first day of a game that is being played.
 */
export function loggedPlaythrough<P extends { id: string; finish_level: string; finished_on: string | null }>(
  playthroughs: readonly P[],
  { status, hasStart }: { status: Status; hasStart: boolean },
): P | null {
  const latest = playthroughs.at(-1) ?? null
  return latest !== null && status === 'playing' && hasStart && isOver(latest) ? null : latest
}

/** Returns how far a playthrough got after a log with this status. */
export function finishLevelAfter(level: FinishLevel, status: Status): FinishLevel {
  if (status === 'dropped') return 'dropped'
  return status === 'completed' && (level === 'unfinished' || level === 'dropped') ? 'main_story' : level
}

/** Returns the kind of a playthrough. */
export const kindOf = ({ kind, is_replay }: { kind: string | null; is_replay: boolean }): RunKind =>
  (kind as SpecialKind | null) ?? (is_replay ? 'replay' : 'first')

/** Returns what a chosen kind sets. */
export const valuesOfKind = (kind: RunKind): Partial<Pick<PlaythroughValues, 'kind' | 'is_replay'>> =>
  kind === 'first' || kind === 'replay' ? { kind: null, is_replay: kind === 'replay' } : { kind }

/**
 * Returns a playthrough after a change: one that has ended does not pause, only a dropped one has a reason, and who plays
 * new game plus has played the game before.
 */
export const normalizePlaythrough = (values: PlaythroughValues): PlaythroughValues => ({
  ...values,
  platform: values.platform || null,
  is_replay: values.is_replay || values.kind === 'new_game_plus',
  is_paused: values.is_paused && !isOver(values),
  bookmark: values.bookmark || null,
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
