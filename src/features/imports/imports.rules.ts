import type { ImportedCopy } from '#features/copies/imported-copies.rules.ts'
import { type ImportedValues, lastPlayedIn } from '#features/imported-games/imported.rules.ts'
import {
  DEFAULT_RULES as DEFAULT_ENTRY_RULES,
  type ImportRules as EntryRules,
  WITHOUT_STATUS,
} from '#features/library/imported-fields.rules.ts'
import type { LedgerSize } from '#features/play-log/imported-sessions.rules.ts'
import type { ImportedReview } from '#features/reviews/imported-review.rules.ts'
import { shelfOfTag } from '#features/shelves/imported-shelves.rules.ts'
import { DAY_MS } from '#shared/durations.ts'
import type {
  ImportedRecord,
  RecordCopy,
  RecordPlaythrough,
  RecordReview,
  SizedRecord,
} from './imported-record.rules.ts'
import { priceIn } from './price.rules.ts'

export { WITHOUT_STATUS }

/** What becomes of reviews and lists: written for the member alone, public where the file says so, or left out. */
export const REVIEW_RULES = ['private', 'file', 'skip'] as const
export const TICK_RULES = ['fill', 'skip'] as const
/**
 * The status of a game of which a row says that it waits and that it is finished: the one that the row says more clearly, finished,
 * or Want to Play.
 */
export const CONTRADICTION_RULES = ['row', 'finished', 'waiting'] as const
export type ImportRules = EntryRules & {
  review: (typeof REVIEW_RULES)[number]
  achievements: (typeof TICK_RULES)[number]
  lists: (typeof REVIEW_RULES)[number]
  journal: (typeof TICK_RULES)[number]
  contradiction: (typeof CONTRADICTION_RULES)[number]
}
/** By default an import overwrites nothing, and shows nothing to others. */
export const DEFAULT_RULES: ImportRules = {
  ...DEFAULT_ENTRY_RULES,
  review: 'private',
  achievements: 'fill',
  lists: 'private',
  journal: 'fill',
  contradiction: 'row',
}

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
 * something to decide; 'apply' writes what it is sure of, and the rest can be decided later. 'time' is no import of games: it
 * is the play time that a sync has added, and done from the beginning.
 */
export const SYNC_KINDS = ['ask', 'apply', 'time'] as const
export type SyncKind = (typeof SYNC_KINDS)[number]

/** A job works on an import in these states. */
const WORKING_STATES = ['reading', 'planning', 'applying', 'undoing'] as const satisfies readonly ImportState[]
/** Returns whether a job works on an import in this state. */
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

/**
 * What rows ask: an id and a title that disagree, games with the same name, games with a similar name, and what nobody knows. Rows
 * that ask the same can be answered together.
 */
export const ROW_QUESTIONS = ['id', 'same-name', 'similar-name', 'unknown'] as const
export type RowQuestion = (typeof ROW_QUESTIONS)[number]
/**
 * The answers that a member can give to all rows with the same question: the first game found, the game of the title or of the id, a
 * game of their own, or no game.
 */
export const GROUP_DECISIONS = ['first', 'title', 'id', 'own', 'skip'] as const
export type GroupDecision = (typeof GROUP_DECISIONS)[number]

export const ROWS_PER_PAGE = 50
/** So many rows of the file a record names, and so many of its losses. */
export const FILE_ROWS_SHOWN = 20
export const LOSSES_SHOWN = 20
export const FILE_NAME_LENGTH = 200
/** An import can be undone for so long, and is then deleted with its report. */
export const UNDO_DAYS = 30

/** Returns until when an import can be undone. */
export const undoUntil = (finishedAt: Date): Date => new Date(finishedAt.getTime() + UNDO_DAYS * DAY_MS)
/** Returns whether an import can still be undone; null: it has not finished. */
export const isUndoable = (finishedAt: Date | null, now: Date): boolean =>
  finishedAt !== null && now < undoUntil(finishedAt)

/** Returns what a record says in the terms of the library. */
export function valuesOf<L extends LedgerSize>(
  record: ImportedRecord<L>,
  now: Date,
  rules: Pick<ImportRules, 'contradiction'> = DEFAULT_RULES,
): ImportedValues<L> {
  const values = {
    status: statusOf(record, rules),
    user_rating: record.rating,
    is_liked: record.is_liked,
    play_time: record.hours,
    ...(record.platforms.length > 0 && { platforms: record.platforms.map((name) => name.toLowerCase()) }),
    completion_percentage: record.completion,
    last_played_at: instantOf(record.last_played_at),
    notes: record.notes,
    ...(record.review && !record.is_exact && { is_reviewed: true }),
    added_at: instantOf(record.added_at),
    playthroughs: playthroughsOf(record).map(({ hours: _, ...played }) => played),
    shelves: [...(record.shelves ?? []), ...record.tags.map(shelfOfTag)],
    copies: record.copies.map(copyOf),
    ...(record.has_no_entry && { has_no_entry: true }),
    ...(record.history && { history: record.history }),
    ...(record.sessions && {
      sessions: record.sessions,
      undated_played_at: instantOf(record.undated_played_at ?? null),
    }),
  }
  return record.is_exact ? values : { ...values, last_played_at: lastPlayedIn(values, now) }
}

function statusOf({ status, or_status }: SizedRecord, { contradiction }: Pick<ImportRules, 'contradiction'>) {
  if (or_status === undefined || contradiction === 'row') return status
  const isWaiting = status === 'want_to_play'
  return isWaiting === (contradiction === 'waiting') ? status : or_status
}

/**
 * Returns the playthroughs of a record that are imported. Files that know one playthrough of each game name it also where
 * they say nothing about it.
 */
export const playthroughsOf = ({ playthroughs, is_exact }: SizedRecord): RecordPlaythrough[] =>
  playthroughs.filter((played) => is_exact || saysSomething(played))

const saysSomething = ({ platform, started_on, finished_on, finish_level, is_replay }: RecordPlaythrough): boolean =>
  is_replay || finish_level !== 'unfinished' || [platform, started_on, finished_on].some((part) => part !== null)

/** Instants in one form, so that equal ones are equal texts. Null for what is no instant. */
function instantOf(text: string | null): string | null {
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** Returns a copy of a file in the terms of the library. */
function copyOf({
  platform,
  store,
  edition,
  is_physical,
  acquired_on,
  price,
  lent_to,
  lent_on,
}: RecordCopy): ImportedCopy {
  const paid = price === null ? null : priceIn(price)
  return {
    platform,
    store,
    edition,
    is_physical: is_physical ?? false,
    got_on: acquired_on,
    price: paid?.price ?? null,
    currency: paid?.currency ?? null,
    lent_to: lent_to ?? null,
    lent_on: lent_on ?? null,
  }
}

/** The spoiler mark of a review of which a file only says that it spoils: for all who have not finished the game. */
const WHOLE_GAME = 100

/** Returns the reviews of a record by the rules. Only our own export says which reviews are public, and has several of a game. */
export function reviewsOf(
  { review, more_reviews = [], rating }: SizedRecord,
  rules: Pick<ImportRules, 'review'>,
): ImportedReview[] {
  if (review === null || rules.review === 'skip') return []
  return [review, ...more_reviews].map((one) => reviewBy(one, rating, rules))
}

function reviewBy(
  { text, is_spoiler, own }: RecordReview,
  rating: number | null,
  rules: Pick<ImportRules, 'review'>,
): ImportedReview {
  if (own === undefined)
    return {
      text,
      rating: rating === null ? null : rating / 2,
      is_public: false,
      spoils_to: is_spoiler ? WHOLE_GAME : null,
      platform: null,
      written: null,
    }
  const { rating: stars, is_public, spoils_to, platform, key, ...written } = own
  const told = { text, rating: stars, is_public: is_public && rules.review === 'file', spoils_to, platform, written }
  return { ...told, ...(key !== undefined && { key }) }
}
