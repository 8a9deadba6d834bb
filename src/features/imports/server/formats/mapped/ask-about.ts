import type { ReadRow } from '../../../imported-record.rules.ts'
import type { FileQuestion, ImportField, Mapping } from '../../../mapping.rules.ts'
import { flagIn, percentIn } from '../records/numbers.ts'
import { saysNo } from '../records/put-cells.ts'
import { statusCell } from '../records/status-cells.ts'
import { fieldsNamed, isFact, isOfOthers } from '../words/column-names.ts'
import { likelyMeaningOf } from '../words/status-stems.ts'
import { isKnownStatus, isRetiredAmong } from '../words/status-words.ts'
import { saysSum } from '../words/sum-words.ts'
import { hasManyTicks, isFlags, isOfSigns, isTicked } from './column-looks.ts'
import { unsurePlaces } from './guess-mapping.ts'
import { guessDateOrder, guessScale, guessUnit } from './guess-units.ts'
import type { ColumnSurvey } from './survey-table.ts'

const DATE_FIELDS: readonly ImportField[] = ['started', 'finished', 'last_played', 'added', 'acquired']

/** More words for a status than this are asked about no further: the column is another one. */
const MAX_WORDS = 20

/** Returns what a table does not say clearly, as questions about many rows at once, with the guess as the answer. */
export function questionsOf(
  columns: readonly ColumnSurvey[],
  mapping: Mapping,
  unread: ReadonlyMap<string, Unread>,
  unsurePart?: number,
): FileQuestion[] {
  const placed = Object.entries(mapping.columns).flatMap(([at, field]) => {
    const column = columns[Number(at)]
    return column ? [{ at: Number(at), field, column }] : []
  })
  const of = (...fields: ImportField[]) => placed.filter(({ field }) => fields.includes(field))
  return [
    ...(of('title').length === 0 ? [question('title', ['title'], null, 0)] : []),
    ...columnsAsked(columns, mapping, unsurePart),
    ...of('hours', 'playthrough_hours').flatMap(({ at, field, column }) =>
      guessUnit(column).isSure ? [] : [question('unit', [field], at, column.plain.length)],
    ),
    ...of('rating').flatMap(({ at, column }) =>
      guessScale(column).isSure ? [] : [question('scale', ['rating'], at, column.numbers)],
    ),
    ...ordersAsked(of(...DATE_FIELDS), columns),
    ...of('status').flatMap(({ at, column }) => wordsAsked(at, column)),
    ...placed.flatMap(({ at, field, column }) => unreadAsked(at, field, unread.get(column.name || `column ${at + 1}`))),
  ]
}

/** So many rows are read for what is not understood in them. */
const MAX_READ = 20_000
const EXAMPLES = 3
const EXAMPLE_LENGTH = 60

/** The cells of a column that are not read. */
interface Unread {
  count: number
  examples: Set<string>
}

/** Counts the cells that are not read, by the names of their columns. */
export async function unreadIn(rows: AsyncIterable<ReadRow>): Promise<Map<string, Unread>> {
  const unread = new Map<string, Unread>()
  let count = 0
  for await (const row of rows) {
    for (const { field, value } of 'record' in row ? row.record.losses : []) {
      const known = unread.get(field) ?? { count: 0, examples: new Set<string>() }
      known.count += 1
      if (known.examples.size < EXAMPLES) known.examples.add(value.slice(0, EXAMPLE_LENGTH).toWellFormed())
      unread.set(field, known)
    }
    count += 1
    if (count === MAX_READ) break
  }
  return unread
}

/** Words for a status that are not known are asked about one by one. */
function unreadAsked(at: number, field: ImportField, unread: Unread | undefined): FileQuestion[] {
  if (unread === undefined || field === 'status') return []
  const about: ImportField[] = field === 'finished' ? ['finished', 'status'] : [field]
  return [{ ...question('unread', about, at, unread.count), examples: [...unread.examples] }]
}

const question = (
  kind: FileQuestion['kind'],
  about: readonly ImportField[],
  column: number | null,
  count: number,
  value: string | null = null,
): FileQuestion => ({ kind, about: [...about], column, count, value, examples: [] })

/** Columns that could be several things: their name and their values do not say which. A guess is asked about, too. */
function columnsAsked(columns: readonly ColumnSurvey[], mapping: Mapping, unsurePart?: number): FileQuestion[] {
  const areFeatures = hasManyTicks(columns)
  const unsure = new Set([...unsurePlaces(columns), unsurePart])
  return columns.flatMap((column, at) => {
    const { name, sampled, filled, values } = column
    const guess = mapping.columns[at]
    if (guess !== undefined && !unsure.has(at)) return []
    if (guess === undefined && areFeatures && isTicked(column)) return []
    if (sampled === 0 || (guess === undefined && (isOfOthers(name) || isFact(name) || isNumbering(column)))) return []
    const possible = possibleFields(column)
    if (possible.length === 0) return []
    const about = [...new Set([...(guess ? [guess] : []), ...fieldsNamed(name), ...possible])]
    return [{ ...question('column', about, at, filled), examples: values.slice(0, EXAMPLES) }]
  })
}

/** What a column may be by its values. */
function possibleFields(column: ColumnSurvey): ImportField[] {
  const { sampled, numbers, dates, times, letters, values } = column
  if (isFlags(column)) return isTicked(column) ? ['tick', 'liked', 'notes'] : []
  if (isOfSigns(column)) return ['status', 'tags', 'notes']
  if (letters * 2 > sampled) return ['rating', 'status', 'tags', 'notes']
  if (dates * 2 > sampled) return ['finished', 'started', 'last_played', 'added']
  if (numbers * 2 > sampled) return ['rating', 'hours', 'release', 'completion']
  // '1+' is a grade in some schools, and more than one hour elsewhere.
  if (times * 2 > sampled)
    return values.every((value) => /^\d{1,2}[+-]?$/.test(value)) ? ['hours', 'rating'] : ['hours']
  return isShortText(column) ? ['tags', 'notes', 'status', 'platform'] : []
}

/** Words that several rows may share: the values are no names of things, such as addresses and files. */
const isShortText = ({ name, values }: ColumnSurvey): boolean =>
  name !== '' && values.every((value) => value.length <= LONGEST_WORDS && !/\/\/|[\\{}]/.test(value))
const LONGEST_WORDS = 60

/** The values count the rows, from 0 or 1. */
function isNumbering({ values, filled }: ColumnSurvey): boolean {
  const [first, ...others] = values.map((value) => Number(value.replace(/\.$/, '')))
  return filled > 1 && (first === 0 || first === 1) && others.every((number, at) => number === first + at + 1)
}

function ordersAsked(
  placed: readonly { field: ImportField; column: ColumnSurvey }[],
  columns: readonly ColumnSurvey[],
): FileQuestion[] {
  if (placed.length === 0 || guessDateOrder(columns).isSure) return []
  const about = placed.map(({ field }) => field)
  return [
    question(
      'date_order',
      about,
      null,
      placed.reduce((sum, { column }) => sum + column.dates, 0),
    ),
  ]
}

/** Returns a question for each word of a status that is not known as a whole. What a part of it may mean is the answer until then. */
function wordsAsked(at: number, column: ColumnSurvey): FileQuestion[] {
  const words = new Map<string, { value: string; count: number }>()
  for (const [place, value] of column.values.entries()) {
    const word = value.toLowerCase()
    const isKnown =
      (isKnownStatus(statusCell(word).word) && !isRetiredAmong(word, column.values)) || percentIn(word) !== null
    const isFlag = (flagIn(word) !== null && likelyMeaningOf(column.name) !== undefined) || /^n\/a$/.test(word)
    if (isKnown || isFlag || saysNo(column.name, word) || saysSum(word) || !/[\p{L}\p{N}\p{So}]/u.test(word)) continue
    const known = words.get(word)
    const count = (known?.count ?? 0) + (column.counts[place] ?? 0)
    words.set(word, { value: known?.value ?? value, count })
  }
  return [...words.values()]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_WORDS)
    .map(({ value, count }) => question('status', ['status'], at, count, value))
}
