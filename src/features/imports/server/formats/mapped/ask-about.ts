import type { FileQuestion, ImportField, Mapping } from '../../../mapping.rules.ts'
import { statusCell } from '../records/status-cells.ts'
import { saysNo } from '../records/table-format.ts'
import { isFact, isOfOthers, saysOnlyTime } from '../words/column-names.ts'
import { isFlags, isOfSigns, isTicked } from './column-looks.ts'
import { guessDateOrder, guessScale, guessUnit } from './guess-units.ts'
import type { ColumnSurvey } from './survey-table.ts'

const DATE_FIELDS: readonly ImportField[] = ['started', 'finished', 'last_played', 'added', 'acquired']

/** More words for a status than this are asked about no further: the column is another one. */
const MOST_WORDS = 20

/** Returns what a table does not say clearly, as questions about many rows at once, with the guess as the answer. */
export function questionsOf(columns: readonly ColumnSurvey[], mapping: Mapping): FileQuestion[] {
  const placed = Object.entries(mapping.columns).flatMap(([at, field]) => {
    const column = columns[Number(at)]
    return column ? [{ at: Number(at), field, column }] : []
  })
  const of = (...fields: ImportField[]) => placed.filter(({ field }) => fields.includes(field))
  return [
    ...(of('title').length === 0 ? [question('title', ['title'], null, 0)] : []),
    ...columnsAsked(columns, mapping),
    ...of('hours', 'playthrough_hours').flatMap(({ at, field, column }) =>
      guessUnit(column).isSure ? [] : [question('unit', [field], at, column.plain.length)],
    ),
    ...of('rating').flatMap(({ at, column }) =>
      guessScale(column).isSure ? [] : [question('scale', ['rating'], at, column.numbers)],
    ),
    ...ordersAsked(of(...DATE_FIELDS), columns),
    ...of('status').flatMap(({ at, column }) => wordsAsked(at, column, mapping)),
  ]
}

const question = (
  kind: FileQuestion['kind'],
  about: readonly ImportField[],
  column: number | null,
  count: number,
  value: string | null = null,
): FileQuestion => ({ kind, about: [...about], column, count, value })

/** Columns of numbers, times, days, ticks or words that could be several things: their name does not say which. A guess is asked about, too. */
function columnsAsked(columns: readonly ColumnSurvey[], mapping: Mapping): FileQuestion[] {
  return columns.flatMap((column, at) => {
    const { name, sampled, numbers, dates, filled, times, letters } = column
    const isGuessed = mapping.columns[at] === 'hours' && saysOnlyTime(name) && column.plain.length * 2 > sampled
    if (mapping.columns[at] !== undefined && !isGuessed) return []
    if (sampled === 0 || isOfOthers(name) || isFact(name) || isNumbering(column)) return []
    if (isFlags(column)) return isTicked(column) ? [question('column', ['tick', 'liked', 'notes'], at, filled)] : []
    if (isOfSigns(column)) return [question('column', ['status', 'tags', 'notes'], at, filled)]
    if (letters * 2 > sampled) return [question('column', ['rating', 'status', 'tags', 'notes'], at, filled)]
    if (dates * 2 > sampled) return [question('column', ['finished', 'started', 'last_played', 'added'], at, filled)]
    if (numbers * 2 > sampled) return [question('column', ['rating', 'hours', 'release', 'completion'], at, filled)]
    if (times * 2 > sampled) return [question('column', ['hours'], at, filled)]
    return isShortText(column) ? [question('column', ['tags', 'notes', 'status', 'platform'], at, filled)] : []
  })
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

/** Returns a question for each word of a status that means nothing to us. */
function wordsAsked(at: number, column: ColumnSurvey, { statuses }: Mapping): FileQuestion[] {
  const words = new Map<string, { value: string; count: number }>()
  for (const [place, value] of column.values.entries()) {
    const word = value.toLowerCase()
    const isKnown = Object.hasOwn(statuses, word) || Object.hasOwn(statuses, statusCell(word).word)
    if (isKnown || saysNo(column.name, word) || !/[\p{L}\p{N}\p{So}]/u.test(word)) continue
    const known = words.get(word)
    const count = (known?.count ?? 0) + (column.counts[place] ?? 0)
    words.set(word, { value: known?.value ?? value, count })
  }
  return [...words.values()]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_WORDS)
    .map(({ value, count }) => question('status', ['status'], at, count, value))
}
