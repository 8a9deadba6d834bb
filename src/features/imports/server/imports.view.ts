import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import {
  changedFields,
  type EntryPlan,
  type EntryValues,
  IMPORTED_FIELDS,
  type ImportedPlaythrough,
  type ImportedShelf,
  type PlannedEntry,
} from '#features/library/imported.rules.ts'
import type { GameId } from '#shared/ids.ts'
import type { ImportedRecord } from '../imported-record.rules.ts'
import type { FieldChange, Import, ImportRow } from '../imports.contract.ts'
import {
  isUndoable,
  isWorking,
  notStoredIn,
  type Outcome,
  playthroughsOf,
  type RowState,
  undoUntil,
} from '../imports.rules.ts'
import {
  FIELD_LABELS,
  lossText,
  matchedByText,
  playthroughText,
  reasonText,
  SESSIONS_LABEL,
  SHELVES_LABEL,
  surplusText,
  valueText,
} from '../imports.texts.ts'
import type { ChangeRow } from './changes/changes.queries.ts'
import type { ImportRecordRow, RowRecord } from './imports.queries.ts'

interface Tally {
  state: string
  outcome: string | null
  count: number
}

/** Returns an import as its member sees it. */
export function importView(row: ImportRecordRow, tally: readonly Tally[], openChanges: number, now: Date): Import {
  const counts = countsOf(tally)
  const canUndo = row.state === 'done' && openChanges > 0 && isUndoable(row.finished_at, now)
  return {
    id: row.id,
    file_name: row.file_name,
    preset: row.preset,
    state: row.state,
    rules: row.rules,
    counts,
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
  | { is: 'planned'; entry: PlannedEntry | null; plan: EntryPlan }
  | { is: 'done'; changes: readonly ChangeRow[]; isUndoable: boolean }
  | null

/** Returns a row with its game, its candidates and what the import does, in words. */
export function rowView(row: RowRecord, effect: RowEffect, cards: ReadonlyMap<GameId, GameCard>): ImportRow {
  const { record } = row
  return {
    n: row.n,
    title: row.title,
    file_rows: record?.rows.slice(0, 20) ?? [],
    facts: record ? factsOf(record) : '',
    state: row.state as RowState,
    outcome: row.outcome as Outcome | null,
    reason: reasonText(row.reason),
    matched_by: matchedByText(row.matched_by),
    game: cards.get(row.game_id as GameId) ?? null,
    candidates: row.candidates.flatMap(({ gameId }) => cards.get(gameId as GameId) ?? []),
    changes: row.outcome === 'joined' ? [] : changesOf(effect, record),
    losses: lossesOf(record, effect),
    not_stored: record ? notStoredIn(record) : [],
    can_undo: effect?.is === 'done' && effect.isUndoable && effect.changes.some(({ undone_at }) => undone_at === null),
  }
}

const factsOf = ({ release_year, platforms }: ImportedRecord): string =>
  [release_year, ...platforms.slice(0, 3)].filter((part) => part !== null).join(', ')

function lossesOf(record: ImportedRecord | null, effect: RowEffect): string[] {
  const surplus = effect?.is === 'planned' ? effect.plan.surplus : 0
  return [...(record?.losses ?? []).slice(0, 20).map(lossText), ...(surplus > 0 ? [surplusText(surplus)] : [])]
}

function changesOf(effect: RowEffect, record: ImportedRecord | null): FieldChange[] {
  if (effect === null) return []
  if (effect.is === 'planned') {
    const { entry, plan } = effect
    return [
      ...fieldChanges(entry?.values ?? null, plan.values),
      ...playthroughChanges(plan.playthroughs),
      ...sessionChanges(plan.sessions.length),
      ...shelfChanges(plan.shelves),
    ]
  }
  const first = effect.changes[0]
  const last = effect.changes.at(-1)
  if (!first || !last) return []
  const count = effect.changes.reduce((sum, { playthrough_ids }) => sum + playthrough_ids.length, 0)
  return [
    ...fieldChanges(first.before, last.after),
    ...playthroughChanges((record ? playthroughsOf(record) : []).slice(0, count)),
    ...sessionChanges(effect.changes.reduce((sum, { session_ids }) => sum + session_ids.length, 0)),
    ...(effect.changes.some(({ shelves }) => shelves.length > 0) ? shelfChanges(record?.shelves ?? []) : []),
  ]
}

const sessionChanges = (count: number): FieldChange[] =>
  count === 0 ? [] : [{ field: SESSIONS_LABEL, before: null, after: count.toLocaleString('en') }]

const shelfChanges = (shelves: readonly ImportedShelf[]): FieldChange[] =>
  shelves.length === 0
    ? []
    : [{ field: SHELVES_LABEL, before: null, after: shelves.map(({ name }) => name).join(', ') }]

/** Lists the fields that differ, in the order in which the interface shows them. */
export function fieldChanges(before: EntryValues | null, after: EntryValues): FieldChange[] {
  const fields = new Set<string>(before ? changedFields(before, after) : IMPORTED_FIELDS)
  return IMPORTED_FIELDS.flatMap((field) => {
    if (field === 'playthroughs' || !fields.has(field)) return []
    const change = { before: before && valueText(field, before), after: valueText(field, after) }
    return change.before === change.after ? [] : [{ field: FIELD_LABELS[field], ...change }]
  })
}

const playthroughChanges = (playthroughs: readonly ImportedPlaythrough[]): FieldChange[] =>
  playthroughs.slice(0, 10).map((played) => ({
    field: FIELD_LABELS.playthroughs,
    before: null,
    after: playthroughText(played),
  }))
