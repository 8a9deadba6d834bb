import type { FinishLevel } from '#features/play-log/play-sessions.rules.ts'
import type {
  ImportedRecord,
  Preset,
  ReadRow,
  RecordCopy,
  RecordPlaythrough,
  SkippedRow,
} from '../../../imported-record.rules.ts'
import { type ImportField, MEANING_PARTS, type Meaning, plainWords } from '../../../mapping.rules.ts'
import type { TableRow } from '../reading/table.ts'
import { saysNotes } from '../words/column-names.ts'
import { meaningOf, statusNamed } from '../words/status-words.ts'
import { type Columns, type ColumnUse, ownValue } from './columns.ts'
import { rangeIn } from './date-ranges.ts'
import { isYearless } from './dates.ts'
import {
  addNote,
  addPlatforms,
  addReplays,
  addTags,
  countOf,
  dayOf,
  flagOf,
  halfStarsOf,
  idOf,
  momentOf,
  newCopy,
  newPlaythrough,
  newRecord,
  noteContradiction,
  noteLoss,
  noteSaid,
  percentOf,
  releaseYearOf,
  setIgdbId,
  setMeaning,
  setOwnId,
  setReview,
  slugOf,
  timeOf,
  titleOf,
  type Writing,
} from './draft.ts'
import { flagIn, percentIn } from './numbers.ts'
import { addPlatformOf, LIST, platformsIn } from './platforms-in-cells.ts'
import { meaningIn } from './row-meaning.ts'
import { statusCell, takeFromStatus } from './status-cells.ts'
import { takePlatform, takeRating, takeStatus } from './title-parts.ts'

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
  /** Each row is a playthrough, also without a date. */
  isPlaythrough?: boolean
  skips?: (cell: (name: string) => string) => SkippedRow['reason'] | null
  /** Reads what data cannot describe. */
  complete?: (draft: RowDraft) => void
}

/** What programs write for an empty value. */
const NOTHING = /^\s*(?:none|null|nan|n\/a|undefined|-+|–|—)\s*$/i
type Put = (draft: RowDraft, text: string, column: string, format: TableFormat) => void

const PUT: Record<ImportField, Put> = {
  title: () => {},
  own_id: ({ record }, text, column) => setOwnId(record, column, text),
  igdb_id: ({ record }, text, column) => setIgdbId(record, column, text),
  steam_id: ({ record }, text, column) => setId(record, 'steam', idOf(record, column, text)),
  rawg_id: ({ record }, text, column) => setId(record, 'rawg', idOf(record, column, text)),
  igdb_slug: ({ record }, text, column) => {
    const slug = slugOf(record, column, text)
    if (slug) record.ids.slug = slug
  },
  release: ({ record }, text) => {
    record.release_year = releaseYearOf(text)
  },
  platform: ({ record, played, copy }, text, _, format) => {
    const names = platformsIn(text, format.separator ?? LIST)
    addPlatforms(record, names)
    if (names.length === 1) played.platform = copy.platform = (names[0] as string).trim()
  },
  status: (draft, text, column, format) => {
    const word = text.trim()
    const meaning =
      ownValue(format.statuses, word.toLowerCase()) ??
      (format.preset === 'mapped' ? ownValue(format.statuses, statusCell(word).word.toLowerCase()) : meaningOf(word))
    if (meaning) {
      draft.meaning = { meaning, word, column }
      if (meaning !== 'completionist') draft.record.completion ??= percentIn(word) || null
    } else if (saysNo(column, word)) draft.isUnfinished = true
    else {
      noteLoss(draft.record, column, word, 'unknown-value')
      addNote(draft.record, word, 'Status')
    }
  },
  tick: (draft, text, column, format) => {
    const flag = flagIn(text)
    const meaning = ownValue(format.statuses, column.trim().toLowerCase())
    if (flag === false && meaning === 'completed') draft.isUnfinished = true
    if (flag !== true) return
    noteSaid(draft.record, column, text)
    if (meaning) draft.ticks.push({ meaning, word: column, column: null })
    else if (!addPlatformOf(draft.record, column)) addTags(draft.record, [column])
  },
  rating: ({ record, writing }, text, column) => {
    const grade = writing.grades?.[text.trim().toUpperCase()]
    if (grade !== undefined) noteSaid(record, column, text)
    record.rating =
      grade === undefined ? (halfStarsOf(record, column, text, writing.ratingMax) ?? record.rating) : grade || null
  },
  hours: ({ record, writing }, text, column) => {
    const hours = timeOf(record, column, text, writing)
    if (hours !== null) record.hours = (record.hours ?? 0) + hours
  },
  playthrough_hours: ({ record, played, writing }, text, column) => {
    played.hours = timeOf(record, column, text, writing)
  },
  completion: ({ record }, text, column) => {
    record.completion = percentOf(record, column, text)
  },
  liked: ({ record }, text, column) => {
    record.is_liked = flagOf(record, column, text)
  },
  // What the name of a column says is a part of a note, unless it only says that these are notes.
  notes: ({ record }, text, column) => addNote(record, text, saysNotes(column) ? undefined : column),
  review: ({ record }, text) => setReview(record, text),
  spoiler: (draft, text, column) => {
    draft.isSpoiler = flagOf(draft.record, column, text)
  },
  added: ({ record, writing }, text, column) => {
    record.added_at = momentOf(record, column, text, writing)
  },
  last_played: ({ record, writing }, text, column) => {
    record.last_played_at = momentOf(record, column, text, writing)
  },
  started: (draft, text, column) => {
    const { record, played, writing } = draft
    if (rangeIn(text, writing.dateOrder, writing.latest)) setDays(draft, text, column)
    else played.started_on = dayOf(record, column, text, writing)
  },
  finished: (draft, text, column) => {
    const meaning = isYearless(text) ? 'completed' : /\d/.test(text) ? undefined : meaningOf(text)
    if (isYearless(text)) addNote(draft.record, text, column)
    if (meaning) draft.meaning ??= { meaning, word: text.trim(), column }
    else setDays(draft, text, column)
  },
  level: (draft, text, column, format) => {
    const meaning = meaningOf(text)
    const level = ownValue(format.levels, plainWords(text)) ?? (meaning && MEANING_PARTS[meaning].level)
    if (level) draft.level = level
    else if (!meaning) noteLoss(draft.record, column, text, 'unknown-value')
  },
  replay: ({ record, played }, text, column) => {
    played.is_replay = flagOf(record, column, text)
  },
  replays: ({ record }, text, column) => addReplays(record, countOf(record, column, text) ?? 0),
  store: ({ copy }, text) => {
    copy.store = text.trim()
  },
  edition: ({ copy }, text) => {
    copy.edition = text.trim()
  },
  // 'Digital' may be the name of a column of ticks.
  medium: ({ copy }, text, column) => {
    if (flagIn(text) !== false) setMedium(copy, flagIn(text) === true ? column : text)
  },
  acquired: ({ record, copy, writing }, text, column) => {
    copy.acquired_on = dayOf(record, column, text, writing)
  },
  price: ({ copy }, text) => {
    copy.price = text.trim()
  },
  tags: (draft, text, _, format) => {
    const tags = text.split(format.separator ?? LIST).map((tag) => tag.trim())
    const said = tags.map((tag) => (draft.isTagged ? statusNamed(tag) : null))
    for (const [at, meaning] of said.entries())
      if (meaning) draft.ticks.push({ meaning, word: tags[at] as string, column: null })
    addTags(
      draft.record,
      tags.filter((_tag, at) => said[at] === null),
    )
  },
}

/** 'No' in a column whose name says that a game is completed: it is not. */
export const saysNo = (column: string, word: string): boolean =>
  flagIn(word) === false && meaningOf(column) === 'completed'

/** The day of the end. Where the cell has two days, the first one is the start. */
function setDays(draft: RowDraft, text: string, column: string): void {
  const { record, played, writing } = draft
  const range = rangeIn(text, writing.dateOrder, writing.latest)
  if (range === null) played.finished_on = dayOf(record, column, text, writing)
  else {
    played.started_on ??= range.from
    played.finished_on ??= range.to
    if (range.to === null) draft.isBegun = true
  }
}

function setId(record: ImportedRecord, kind: 'steam' | 'rawg', id: number | null): void {
  if (id !== null) record.ids[kind] = id
}

/** 'Digital (Steam)' is a copy of a store, 'Physical (Disc)' one in a box. */
function setMedium(copy: RecordCopy, text: string): void {
  const [, kind = '', inside] = /^([^(]*)(?:\(([^)]*)\))?/.exec(text.trim()) ?? []
  if (/digital|download/i.test(kind)) copy.is_physical = false
  else if (/physical|disc|disk|cart|box|retail/i.test(kind)) copy.is_physical = true
  if (inside && copy.is_physical === false) copy.store ??= inside.trim()
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
  if (format.preset === 'mapped' && !columns.uses.includes('rating')) takeRating(draft.record)
  if (format.preset === 'mapped') takeFromStatus(draft)
  if (format.preset === 'mapped' && draft.meaning === null) takeStatus(draft)
  if (format.preset === 'mapped' && !columns.uses.includes('platform')) takePlatform(draft.record, draft.played)
  format.complete?.(draft)
  return { record: completed(draft, format) }
}

function putCell(draft: RowDraft, format: TableFormat, { names, uses }: Columns, at: number, text: string): void {
  const use = uses[at]
  if (text.trim() === '' || (NOTHING.test(text) && use !== 'notes' && use !== 'note')) return
  if (at >= names.length) noteLoss(draft.record, `column ${at + 1}`, text, 'unknown-field')
  else if (use === 'note') addNote(draft.record, text, names[at])
  else if (use && use in PUT) {
    const hoursUnit = draft.writing.units?.[at]
    const inUnit = hoursUnit ? { ...draft, writing: { ...draft.writing, hoursUnit } } : draft
    PUT[use as ImportField](inUnit, text, names[at] as string, format)
  }
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
