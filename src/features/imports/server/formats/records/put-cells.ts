import type { ImportedRecord, RecordCopy } from '../../../imported-record.rules.ts'
import { type ImportField, MEANING_PARTS, plainWords } from '../../../mapping.rules.ts'
import { priceIn } from '../../../price.rules.ts'
import { saysNotes } from '../words/column-names.ts'
import { likelyMeaningOf, saysUnfinished } from '../words/status-stems.ts'
import { meaningOf, statusNamed } from '../words/status-words.ts'
import { type Columns, ownValue } from './columns.ts'
import { rangeIn } from './date-ranges.ts'
import { dateIn, isYearless } from './dates.ts'
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
  noteLoss,
  noteSaid,
  percentOf,
  releaseYearOf,
  setIgdbId,
  setOwnId,
  setReview,
  slugOf,
  timeOf,
} from './draft.ts'
import { flagIn, percentIn } from './numbers.ts'
import { addPlatformOf, LIST, platformsIn } from './platforms-in-cells.ts'
import { statusCell } from './status-cells.ts'
import type { RowDraft, TableFormat } from './table-format.ts'

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
      draft.isUnfinished ||= saysUnfinished(word)
      noteLoss(draft.record, column, word, 'unknown-value')
    }
  },
  tick: (draft, text, column, format) => {
    const meaning = ownValue(format.statuses, column.trim().toLowerCase())
    const found = meaning === 'dropped' ? dateIn(text, draft.writing.dateOrder, draft.writing.latest) : null
    if (found && 'day' in found) draft.played.finished_on ??= found.day
    const flag = found && 'day' in found ? true : flagIn(text)
    if (flag === false && meaning === 'completed') draft.isUnfinished = true
    if (flag === null) noteLoss(draft.record, column, text, 'unknown-value')
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
  medium: ({ record, copy }, text, column) => {
    if (flagIn(text) === false) return
    setMedium(copy, flagIn(text) === true ? column : text)
    if (copy.is_physical === null) noteLoss(record, column, text, 'unknown-value')
  },
  acquired: ({ record, copy, writing }, text, column) => {
    copy.acquired_on = dayOf(record, column, text, writing)
  },
  price: ({ record, copy }, text, column) => {
    copy.price = priceIn(text.trim()) ? text.trim() : null
    if (copy.price === null) noteLoss(record, column, text, /^[\d.,\s]+$/.test(text) ? 'no-currency' : 'unknown-value')
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
  flagIn(word) === false && likelyMeaningOf(column) === 'completed'

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

/** Reads one cell into the row. What is not read goes into the notes, unless the member leaves it out. */
export function putCell(
  draft: RowDraft,
  format: TableFormat,
  { names, uses }: Columns,
  at: number,
  text: string,
): void {
  const { record } = draft
  const use = uses[at]
  if (text.trim() === '' || (NOTHING.test(text) && use !== 'notes' && use !== 'note')) return
  const known = record.losses.length
  const name = names[at] || `column ${at + 1}`
  if (at >= names.length) noteLoss(record, name, text, 'unknown-field')
  else if (use === 'note') addNote(record, text, name)
  else if (use && use in PUT) {
    const hoursUnit = draft.writing.units?.[at]
    const inUnit = hoursUnit ? { ...draft, writing: { ...draft.writing, hoursUnit } } : draft
    PUT[use as ImportField](inUnit, text, names[at] as string, format)
  }
  if (record.losses.length === known || format.unreadLeftOut?.includes(at)) return
  for (const loss of record.losses.slice(known)) Object.assign(loss, { field: name, is_noted: true })
  addNote(record, text, name)
}
