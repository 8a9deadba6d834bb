import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { countNames, isTitleName } from '../words/column-names.ts'
import { foldedWords } from '../words/folded.ts'
import { STATUS_WORDS } from '../words/status-words.ts'
import { splitLine } from './damaged-quotes.ts'

/** A row at the beginning of a table, and where the next one begins. */
export interface FirstRow {
  cells: readonly string[]
  end: number
}

/** The header of a table stands among so many rows: titles and empty lines may come before it. */
export const MAX_ROWS = 15
/** The longest beginning of a file that is searched for a header. */
const SAMPLE = 256 * 1024

/** Returns the first rows of a text, of which only the beginning is read. A name of a column may have a line break. */
export function firstRowsOf(text: Buffer, start: number, delimiter: string): FirstRow[] {
  const sample = text.subarray(start, start + SAMPLE)
  const rows: FirstRow[] = []
  try {
    const parsed = parse(sample, {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      to: MAX_ROWS,
    }) as unknown as { record: string[]; info: { bytes: number } }[]
    for (const { record, info } of parsed) rows.push({ cells: record, end: start + info.bytes })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
  }
  if (rows.length > 0) return rows
  // The quotes of the first lines are damaged, or the header is as long as the sample.
  const end = text.indexOf(10, start)
  const length = end === -1 ? text.length : end + 1
  return [{ cells: splitLine(text.toString('utf8', start, length), delimiter), end: length }]
}

const isFilled = (cell: string) => cell.trim() !== ''
const widthOf = ({ cells }: { cells: readonly string[] }) => cells.filter(isFilled).length

/**
 * Returns the place of the header among the first rows of a table: the first one with several names of columns, where the first
 * row has fewer; without any names the first one that is as wide as the rows below it.
 */
export function headerPlaceOf(rows: readonly { cells: readonly string[] }[]): number {
  const counts = rows.map(({ cells }) => countNames(cells))
  const [first = 0] = counts
  const best = Math.max(...counts)
  // Names of groups stand above those of the columns, with empty cells between them.
  const place = counts.indexOf(best)
  const isGrouped = best >= first + 2 && widthOf(rows[place] as FirstRow) > widthOf(rows[0] as FirstRow)
  if (isGrouped) return place
  if (first >= 2 || (first === 1 && best <= 2)) return isAlone(rows) && best > first ? place : 0
  if (best >= 2) return place
  const widest = Math.max(...rows.map(widthOf))
  const isTitle = (row: { cells: readonly string[] } | undefined) => row !== undefined && widthOf(row) <= 1
  return widest > 1 && isTitle(rows[0])
    ? Math.max(
        0,
        rows.findIndex((row) => widthOf(row) > 1),
      )
    : 0
}

/**
 * Returns the names of a header of two lines: names of groups with empty cells beside them, and below these the names of their columns.
 * Null for a header of one line.
 */
export function joinedHeader(rows: readonly { cells: readonly string[] }[], place: number): string[] | null {
  const [upper = [], lower = []] = [rows[place]?.cells, rows[place + 1]?.cells].map((cells) =>
    cells?.map((cell) => cell.trim()),
  )
  // Below the name of the titles stands no title yet.
  const titleAt = upper.findIndex(isTitleName)
  const isOwn = (at: number) => (lower[at] ?? '') === '' || lower[at] === upper[at]
  const below = lower.filter((cell, at) => cell !== '' && !isOwn(at))
  const hasGap = lower.some((cell, at) => cell !== '' && (upper[at] ?? '') === '')
  const isNamed = countNames(below) > 0 && below.every((cell) => kindOf(cell) === null && !/\d/.test(cell))
  if (titleAt === -1 || !isOwn(titleAt) || !hasGap || !isNamed) return null
  let group = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    group = upper[at] || group
    const name = lower[at] ?? ''
    return isOwn(at) ? (upper[at] ?? '') : countNames([name]) > 0 ? name : `${group} ${name}`
  })
}

const lastAbove = (rows: readonly { cells: readonly string[] }[], header: number) =>
  rows.slice(0, Math.max(0, header)).findLast((row) => widthOf(row) > 0)

/** Returns the last line above the header that has anything. */
export const rowAbove = (
  rows: readonly { cells: readonly string[] }[],
  header: number,
): readonly string[] | undefined => lastAbove(rows, header)?.cells

/** Returns what stands alone in the last line above the header that has anything. */
export function titleAbove(rows: readonly { cells: readonly string[] }[], header: number): string | undefined {
  const above = lastAbove(rows, header)
  return above && widthOf(above) === 1 ? above.cells.find(isFilled)?.trim() : undefined
}

/** Returns whether a delimiter divides most of the first rows: in a list of titles it divides a few. */
export const isDivided = (rows: readonly { cells: readonly string[] }[]): boolean =>
  rows.length < 2 || rows.filter((row) => widthOf(row) > 1).length * 2 >= rows.length

/** The first row has one cell, and others have more: it is a title, even if it is a name of a column ('Games'). */
const isAlone = (rows: readonly { cells: readonly string[] }[]): boolean =>
  widthOf(rows[0] as FirstRow) === 1 && rows.some((row) => widthOf(row) > 1)

/**
 * Returns whether the first row is no header but a game already: it has values where the row below it has such values, or it is the
 * first of a list of titles alone.
 */
export function isGame(all: readonly { cells: readonly string[] }[]): boolean {
  const rows = all.filter((row) => widthOf(row) > 0)
  const [first, second] = rows.map(({ cells }) => cells.map((cell) => cell.trim()))
  if (!first || !second || namesIn(first) > 0 || namesIn(rows[headerPlaceOf(rows)]?.cells ?? []) > 1) return false
  if (first.length === 1 && second.length === 1) return !first[0]?.endsWith(':')
  return first.some((cell, at) => isAlike(cell, second[at] ?? ''))
}

/** Both are values of one kind, or differ only in their numbers. */
const isAlike = (one: string, other: string): boolean =>
  kindOf(one) === null ? /\d/.test(one) && shapeOf(one) === shapeOf(other) : kindOf(one) === kindOf(other)
const shapeOf = (cell: string): string => cell.replace(/\d+/g, '0')

const namesIn = (cells: readonly string[]) => countNames(cells.filter((cell) => kindOf(cell.trim()) === null))

/** A value that is no name of a column: a word for a status, a number, or an address. */
function kindOf(cell: string): 'status' | 'number' | 'address' | null {
  if (/^https?:\/\/\S+$/.test(cell)) return 'address'
  if (/^\d+(?:[.,:/-]\d+)*$/.test(cell)) return 'number'
  return Object.hasOwn(STATUS_WORDS, foldedWords(cell)) ? 'status' : null
}
