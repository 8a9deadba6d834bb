import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { ImportedCopy } from '#features/copies/imported-copies.rules.ts'
import type { ContinuedPlaythrough } from '#features/imported-games/continued.rules.ts'
import type { EntryPlan, PlannedEntry } from '#features/imported-games/imported.rules.ts'
import { changedFields, type EntryValues, VALUE_FIELDS } from '#features/library/imported-fields.rules.ts'
import type { ImportedPlaythrough, LedgerSize } from '#features/play-log/imported-sessions.rules.ts'
import type { ImportedReview } from '#features/reviews/imported-review.rules.ts'
import type { GameId } from '#shared/ids.ts'
import { ITEM_KINDS, type ItemKind } from '../imported-item.rules.ts'
import type { RecordIds, SaidCell, SizedRecord } from '../imported-record.rules.ts'
import type { FieldChange, Import, ImportRow } from '../imports.contract.ts'
import {
  DEFAULT_RULES,
  isUndoable,
  isWorking,
  type Outcome,
  playthroughsOf,
  type RowQuestion,
  type RowState,
  undoUntil,
  valuesOf,
} from '../imports.rules.ts'
import {
  ACHIEVEMENTS_LABEL,
  copyText,
  FIELD_LABELS,
  HISTORY_LABEL,
  lossText,
  matchedByText,
  playthroughText,
  REVIEW_LABEL,
  reasonText,
  reviewText,
  SESSIONS_LABEL,
  valueText,
} from '../imports.texts.ts'
import type { ImportField } from '../mapping.rules.ts'
import { FIELD_OF_COLUMN_LABELS } from '../recognition.texts.ts'
import type { ShownChange } from './changes/changes.queries.ts'
import type { ImportRecordRow } from './imports.queries.ts'
import { type GameParts, lossesOf } from './parts/game-parts.ts'
import type { RowRecord } from './stored/import-rows.queries.ts'

interface Tally {
  state: string
  outcome: string | null
  count: number
}

interface Tallies {
  rows: readonly Tally[]
  items: readonly (Tally & { kind: ItemKind })[]
  asked: readonly { kind: RowQuestion | 'contradiction'; count: number }[]
}

/** Returns an import as its member sees it. */
export function importView(
  row: ImportRecordRow,
  { rows: tally, items, asked }: Tallies,
  openChanges: number,
  now: Date,
): Import {
  const counts = countsOf(tally)
  const canUndo = row.state === 'done' && openChanges > 0 && isUndoable(row.finished_at, now)
  return {
    id: row.id,
    file_name: row.file_name,
    preset: row.preset,
    sync: row.sync,
    state: row.state,
    rules: { ...DEFAULT_RULES, ...row.rules },
    counts,
    questions: asked.flatMap(({ kind, count }) => (kind === 'contradiction' ? [] : [{ kind, count }])),
    contradictions: asked.find(({ kind }) => kind === 'contradiction')?.count ?? 0,
    items: ITEM_KINDS.flatMap((kind) => itemCounts(kind, items)),
    unstored: row.unstored,
    progress: isWorking(row.state) ? progressOf(row, tally, openChanges) : null,
    error: row.error,
    is_cancelled: row.is_cancelled,
    is_shared: row.is_shared,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    undone_at: row.undone_at?.toISOString() ?? null,
    undo_until: canUndo && row.finished_at ? undoUntil(row.finished_at).toISOString() : null,
  }
}

const sumOf = (tally: readonly Tally[], isIn: (part: Tally) => boolean) =>
  tally.reduce((sum, part) => sum + (isIn(part) ? part.count : 0), 0)

function countsOf(tally: readonly Tally[]): Import['counts'] {
  const inState = (state: RowState) => sumOf(tally, (part) => part.state === state)
  const withOutcome = (...outcomes: Outcome[]) => sumOf(tally, ({ outcome }) => outcomes.includes(outcome as Outcome))
  return {
    total: sumOf(tally, () => true),
    new: withOutcome('new'),
    changed: withOutcome('changed'),
    same: withOutcome('same', 'joined'),
    doubtful: inState('doubtful'),
    unknown: inState('unknown'),
    skipped: inState('skipped'),
    failed: inState('failed'),
    applied: inState('applied'),
    undone: inState('undone'),
    waiting: sumOf(tally, ({ state, outcome }) => state === 'ready' && (outcome === 'new' || outcome === 'changed')),
  }
}

/** Counts the items of a kind; nothing if the file has none. */
function itemCounts(kind: ItemKind, all: readonly (Tally & { kind: ItemKind })[]): Import['items'] {
  const tally = all.filter((part) => part.kind === kind)
  const count = (isIn: (part: Tally) => boolean) => sumOf(tally, isIn)
  const counts = {
    kind,
    new: count(({ outcome, state }) => outcome === 'new' && state !== 'undone'),
    same: count(({ outcome }) => outcome === 'same'),
    skipped: count(({ state }) => state === 'skipped' || state === 'failed'),
    undone: count(({ state }) => state === 'undone'),
    waiting: count(({ outcome, state }) => outcome === 'new' && state === 'ready'),
  }
  return tally.length > 0 ? [counts] : []
}

function progressOf(row: ImportRecordRow, tally: readonly Tally[], openChanges: number) {
  if (row.state === 'reading') return { done: row.read_records, total: null }
  const total = sumOf(tally, ({ state }) => state === 'ready' || state === 'applied')
  if (row.state === 'planning')
    return { done: sumOf(tally, ({ state, outcome }) => state === 'ready' && outcome !== null), total }
  if (row.state === 'applying') return { done: sumOf(tally, ({ state }) => state === 'applied'), total }
  const undone = sumOf(tally, ({ state }) => state === 'undone')
  return { done: undone, total: undone + openChanges }
}

/** What the import would do, or has done, to the game of a row. */
export type RowEffect =
  | { is: 'planned'; entry: PlannedEntry | null; plan: EntryPlan<LedgerSize> | null; parts: GameParts }
  | { is: 'done'; changes: readonly ShownChange[]; isUndoable: boolean }
  | null

/** Returns a row with its game, its candidates and what the import does, in words. */
export function rowView(row: RowRecord, effect: RowEffect, cards: ReadonlyMap<GameId, GameCard>): ImportRow {
  const { record } = row
  return {
    n: row.n,
    title: row.title,
    // Our own export may have a review of a game, and no row of it.
    file_rows: record === null ? [] : record.rows.length === 0 ? [row.n] : record.rows,
    facts: record ? factsOf(record) : '',
    said: record ? saidIn(record, row.candidates) : [],
    state: row.state as RowState,
    outcome: row.outcome as Outcome | null,
    reason: reasonText(row.reason),
    matched_by: matchedByText(row.matched_by),
    game: cards.get(row.game_id as GameId) ?? null,
    candidates: row.candidates.flatMap(({ gameId }) => cards.get(gameId as GameId) ?? []),
    changes: row.outcome === 'joined' ? [] : changesOf(effect, record),
    losses: [...(record?.losses ?? []).map(lossText), ...lossesIn(row, effect)],
    can_undo: effect?.is === 'done' && effect.isUndoable && effect.changes.some(({ undone_at }) => undone_at === null),
  }
}

const factsOf = ({ release_year, platforms }: SizedRecord): string =>
  [release_year, ...platforms.slice(0, 3)].filter((part) => part !== null).join(', ')

const ID_FIELDS = {
  own: 'own_id',
  igdb: 'igdb_id',
  steam: 'steam_id',
  slug: 'igdb_slug',
  rawg: 'rawg_id',
} as const satisfies Record<keyof RecordIds, ImportField>

/** Ids are shown only where they contradict the title. */
function saidIn({ said = [], ids }: SizedRecord, candidates: RowRecord['candidates']): SaidCell[] {
  const isAsked = candidates.some(({ doubt }) => doubt === 'other-name')
  const found = isAsked
    ? Object.entries(ids).map(([kind, id]) => ({
        field: FIELD_OF_COLUMN_LABELS[ID_FIELDS[kind as keyof RecordIds]],
        text: String(id),
      }))
    : []
  return [...found, ...said]
}

const lossesIn = ({ losses, outcome }: RowRecord, effect: RowEffect): string[] =>
  effect?.is === 'planned' && outcome !== 'joined' ? lossesOf(effect.plan, effect.parts) : losses

function changesOf(effect: RowEffect, record: SizedRecord | null): FieldChange[] {
  if (effect === null) return []
  if (effect.is === 'planned') {
    const { entry, plan, parts } = effect
    return [
      ...(plan ? planChanges(entry, plan) : []),
      ...parts.reviews.flatMap(({ given, left }) => (left === null ? reviewChanges(given) : [])),
      ...tickChanges(parts.ticks?.ticks.length ?? 0),
    ]
  }
  const { changes } = effect
  const count = (of: (change: ShownChange) => number) => changes.reduce((sum, change) => sum + of(change), 0)
  const first = changes.find(({ after }) => after !== null)
  const last = changes.findLast(({ after }) => after !== null)
  const review = changes.find(({ review }) => review !== null)?.review
  const texts = [record?.review, ...(record?.more_reviews ?? [])].map((one) => one?.text)
  const copies = record ? (valuesOf(record, new Date(0)).copies ?? []) : []
  return [
    ...(first && last?.after ? fieldChanges(first.before, last.after) : []),
    ...playthroughChanges(
      (record ? playthroughsOf(record) : []).slice(
        0,
        count(({ playthroughs }) => playthroughs),
      ),
    ),
    ...continuedChanges(changes.flatMap(({ continued }) => continued)),
    ...sessionChanges(count(({ sessions }) => sessions)),
    ...historyChanges(count(({ points }) => points)),
    ...shelfChanges(changes.flatMap(({ shelves }) => shelves.map(({ name = '' }) => name))),
    ...copyChanges(
      copies.slice(
        0,
        count(({ copies }) => copies),
      ),
    ),
    ...(review ? [review, ...(review.more ?? [])] : []).flatMap(({ is_public }, at) =>
      reviewChanges({ text: texts[at] ?? '', is_public }),
    ),
    ...tickChanges(count(({ ticks }) => ticks)),
  ]
}

/** Lists what an import does to an entry. */
export const planChanges = (entry: PlannedEntry | null, plan: EntryPlan<LedgerSize>): FieldChange[] => [
  ...fieldChanges(entry?.values ?? null, plan.values),
  ...playthroughChanges(plan.playthroughs),
  ...continuedChanges(plan.continued),
  ...sessionChanges(plan.sessions?.length ?? 0),
  ...historyChanges(plan.history?.length ?? 0),
  ...shelfChanges(plan.shelves.map(({ name }) => name)),
  ...copyChanges(plan.copies),
]

const added = (field: string, after: string): FieldChange => ({ field, before: null, after })

const countChange = (field: string, count: number): FieldChange[] =>
  count === 0 ? [] : [added(field, count.toLocaleString('en'))]
const sessionChanges = (count: number) => countChange(SESSIONS_LABEL, count)
const historyChanges = (count: number) => countChange(HISTORY_LABEL, count)
const tickChanges = (count: number) => countChange(ACHIEVEMENTS_LABEL, count)

const shelfChanges = (names: readonly string[]): FieldChange[] =>
  names.length === 0 ? [] : [added(FIELD_LABELS.shelves, names.join(', '))]

const copyChanges = (copies: readonly ImportedCopy[]): FieldChange[] =>
  copies.slice(0, 10).map((copy) => added(FIELD_LABELS.copies, copyText(copy)))

export const reviewChanges = (review: Pick<ImportedReview, 'text' | 'is_public'>): FieldChange[] => [
  added(REVIEW_LABEL, reviewText(review)),
]

/** Lists the fields that differ, in the order in which the interface shows them. */
function fieldChanges(before: EntryValues | null, after: EntryValues): FieldChange[] {
  const fields = before ? changedFields(before, after) : VALUE_FIELDS
  return fields.flatMap((field) => {
    const change = { before: before && valueText(field, before), after: valueText(field, after) }
    return change.before === change.after ? [] : [{ field: FIELD_LABELS[field], ...change }]
  })
}

const playthroughChanges = (playthroughs: readonly ImportedPlaythrough[]): FieldChange[] =>
  playthroughs.slice(0, 10).map((played) => added(FIELD_LABELS.playthroughs, playthroughText(played)))

const continuedChanges = (continued: readonly Omit<ContinuedPlaythrough, 'id'>[]): FieldChange[] =>
  continued.slice(0, 10).map(({ before, after }) => ({
    field: FIELD_LABELS.playthroughs,
    before: playthroughText(before),
    after: playthroughText(after),
  }))
