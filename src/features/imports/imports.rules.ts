import {
  DEFAULT_RULES,
  type ImportedValues,
  type ImportRules,
  lastPlayedIn,
  WITHOUT_STATUS,
} from '#features/library/imported.rules.ts'
import type { ImportedRecord, RecordPlaythrough } from './imported-record.rules.ts'

export { DEFAULT_RULES, type ImportRules, WITHOUT_STATUS }

/**
 * The states of an import. 'mapping' and 'ready' wait for the member, in the others until 'done' a job works. A done
 * import may be applied again when the member has decided more rows.
 */
export const IMPORT_STATES = [
  'mapping',
  'reading',
  'planning',
  'ready',
  'applying',
  'done',
  'undoing',
  'undone',
  'failed',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/**
 * An import of games that a sync with Steam has found. 'ask' waits for the member if it would change the library or has
 * something to decide; 'apply' writes what it is sure of, and the rest can be decided later.
 */
export type SyncKind = 'ask' | 'apply'

/** A job works on an import in these states. */
const WORKING_STATES = ['reading', 'planning', 'applying', 'undoing'] as const satisfies readonly ImportState[]
export const isWorking = (state: ImportState): boolean => (WORKING_STATES as readonly string[]).includes(state)
/** A member has at most one import in these states. */
export const OPEN_STATES = ['mapping', 'ready', ...WORKING_STATES] as const satisfies readonly ImportState[]

export const ROW_STATES = ['ready', 'doubtful', 'unknown', 'skipped', 'applied', 'failed', 'undone'] as const
export type RowState = (typeof ROW_STATES)[number]

/** What an import does with a row. 'joined': another row of the same game does it. */
export const OUTCOMES = ['new', 'changed', 'same', 'joined'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Groups of rows that the member can look at. */
export const ROW_FILTERS = ['all', 'new', 'changed', 'same', 'doubtful', 'unknown', 'skipped', 'failed'] as const
export type RowFilter = (typeof ROW_FILTERS)[number]

export const ROWS_PER_PAGE = 50
export const FILE_NAME_LENGTH = 200
/** An import can be undone for so long, and is then deleted with its report. */
export const UNDO_DAYS = 30
const DAY_MS = 86_400_000

/** Returns until when an import can be undone. */
export const undoUntil = (finishedAt: Date): Date => new Date(finishedAt.getTime() + UNDO_DAYS * DAY_MS)
export const isUndoable = (finishedAt: Date | null, now: Date): boolean =>
  finishedAt !== null && now < undoUntil(finishedAt)

/** Returns what a record says in the terms of the library. */
export function valuesOf(record: ImportedRecord, now: Date): ImportedValues {
  const values = {
    status: record.status,
    user_rating: record.rating,
    is_liked: record.is_liked,
    play_time: record.hours,
    completion_percentage: record.completion,
    last_played_at: instantOf(record.last_played_at),
    notes: record.notes,
    added_at: instantOf(record.added_at),
    playthroughs: playthroughsOf(record).map(({ hours: _, ...played }) => played),
    ...(record.shelves && { shelves: record.shelves }),
    ...(record.sessions && {
      sessions: record.sessions,
      undated_played_at: instantOf(record.undated_played_at ?? null),
    }),
  }
  return record.is_exact ? values : { ...values, last_played_at: lastPlayedIn(values, now) }
}

/**
 * Returns the playthroughs of a record that are imported. Files that know one playthrough of each game name it also where
 * they say nothing about it.
 */
export const playthroughsOf = ({ playthroughs, is_exact }: ImportedRecord): RecordPlaythrough[] =>
  playthroughs.filter((played) => is_exact || saysSomething(played))

const saysSomething = ({ platform, started_on, finished_on, finish_level, is_replay }: RecordPlaythrough): boolean =>
  is_replay || finish_level !== 'unfinished' || [platform, started_on, finished_on].some((part) => part !== null)

/** Instants in one form, so that equal ones are equal texts. Null for what is no instant. */
function instantOf(text: string | null): string | null {
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** The parts of a record for which the library has no place yet. */
export const NOT_STORED = ['review', 'tags', 'copies'] as const
export type NotStored = (typeof NOT_STORED)[number]

export const notStoredIn = (record: ImportedRecord): NotStored[] =>
  NOT_STORED.filter((part) => (part === 'review' ? record.review !== null : record[part].length > 0))
