import type { FinishLevel } from '#features/play-log/play-sessions.rules.ts'
import type {
  ImportedRecord,
  Preset,
  ReadRow,
  RecordCopy,
  RecordPlaythrough,
  SkippedRow,
} from '../../../imported-record.rules.ts'
import type { Meaning } from '../../../mapping.rules.ts'
import type { TableRow } from '../reading/table.ts'
import { type Columns, type ColumnUse, ownValue } from './columns.ts'
import { newCopy, newPlaythrough, newRecord, noteContradiction, setMeaning, titleOf, type Writing } from './draft.ts'
import { putCell } from './put-cells.ts'
import { meaningIn } from './row-meaning.ts'
import { takeFromStatus } from './status-cells.ts'
import { takeFromTitle } from './title-parts.ts'

/** A row while it is read. */
export interface RowDraft {
  row: number
  record: ImportedRecord
  played: RecordPlaythrough
  copy: RecordCopy
  /** The status of the file, in its own word. */
  meaning: { meaning: Meaning; word: string; column?: string | null } | null
  /** The columns of ticks that are on, and what they mean. */
  ticks: { meaning: Meaning; word: string; column: null }[]
  /** The row has a start, and nothing in the column for the end. */
  isBegun: boolean
  /** A column that says whether the game is finished says no. */
  isUnfinished: boolean
  level: FinishLevel | null
  isSpoiler: boolean
  /** No column has the status, so that a tag may be it. */
  isTagged: boolean
  writing: Writing
  /** The text of a column, by its name in lower case; '' if there is none. */
  cell: (name: string) => string
}

/** A table of a tracker, as data. Names of columns are in lower case. */
export interface TableFormat {
  preset: Preset
  /** The file is recognised when its header has all of these. */
  signature: readonly string[]
  columns: Readonly<Record<string, ColumnUse>>
  statuses?: Readonly<Record<string, Meaning>>
  levels?: Readonly<Record<string, FinishLevel>>
  writing?: Partial<Writing>
  separator?: RegExp
  /** The places of columns of which the cells that are not read are left out. */
  unreadLeftOut?: readonly number[] | undefined
  /** Each row is a playthrough, also without a date. */
  isPlaythrough?: boolean
  skips?: (cell: (name: string) => string) => SkippedRow['reason'] | null
  /** Reads what data cannot describe. */
  complete?: (draft: RowDraft) => void
}

function isBegun({ uses }: Columns, { cells }: TableRow): boolean {
  const [from = '', to = '-'] = [uses.indexOf('started'), uses.indexOf('finished')].map((at) => cells[at]?.trim())
  return /\d/.test(from) && ['', '?', '-'].includes(to) && uses.includes('finished')
}

/** A column of ticks for finished games has none in this row. */
const isWithoutTick = (format: TableFormat, { uses, names }: Columns, { cells }: TableRow): boolean =>
  uses.some(
    (use, at) =>
      use === 'tick' &&
      ownValue(format.statuses, (names[at] ?? '').trim().toLowerCase()) === 'completed' &&
      (cells[at] ?? '').trim() === '',
  )

/** Reads one row of a table. */
export function readTableRow(format: TableFormat, columns: Columns, row: TableRow, writing: Writing): ReadRow {
  const cell = (name: string) => row.cells[columns.places.get(name) ?? -1]?.trim() ?? ''
  const title = titleOf(row.cells[columns.uses.indexOf('title')] ?? '')
  const reason = format.skips?.(cell) ?? (title === '' ? 'no-title' : null)
  if (reason) return { skipped: { row: row.line, title, reason } }
  const draft: RowDraft = {
    row: row.line,
    record: newRecord(row.line, title),
    played: newPlaythrough(),
    copy: newCopy(),
    meaning: null,
    ticks: [],
    isBegun: isBegun(columns, row),
    isUnfinished: false,
    level: null,
    isSpoiler: false,
    isTagged: format.preset === 'mapped' && !columns.uses.includes('status') && !columns.uses.includes('tick'),
    writing: { ...writing, ...format.writing },
    cell,
  }
  for (const [at, text] of row.cells.entries()) putCell(draft, format, columns, at, text)
  draft.isUnfinished ||= isWithoutTick(format, columns, row)
  if (format.preset === 'mapped') {
    takeFromStatus(draft)
    takeFromTitle(draft, (field) => columns.uses.includes(field))
  }
  format.complete?.(draft)
  return { record: completed(draft, format) }
}

/** Finish levels that the status of an entry does not say, so that a playthrough says them. */
const TELLING: readonly FinishLevel[] = ['main_extras', 'completionist', 'endless']

function completed(draft: RowDraft, format: TableFormat): ImportedRecord {
  const { record, played, copy, level, isSpoiler } = draft
  const meaning = meaningIn(draft)
  const all = [draft.meaning, ...draft.ticks].flatMap((each) => each?.meaning ?? [])
  const implied = meaning && setMeaning(record, meaning.meaning, meaning.word, meaning.column)
  noteContradiction(record, all)
  if (meaning?.meaning === 'replaying') played.is_replay = true
  if (record.review) record.review.is_spoiler = isSpoiler
  played.finish_level = level ?? implied ?? 'unfinished'
  const isDescribed =
    played.started_on !== null || played.finished_on !== null || played.hours !== null || played.is_replay
  const isNamed = level === null ? TELLING.includes(played.finish_level) : level !== 'unfinished'
  const isRun = format.isPlaythrough && record.status !== null && record.status !== 'want_to_play'
  if (isDescribed || isNamed || isRun) record.playthroughs.unshift(played)
  const { platform: _, ...owned } = copy
  if (Object.values(owned).some((value) => value !== null)) record.copies.unshift(copy)
  return record
}
