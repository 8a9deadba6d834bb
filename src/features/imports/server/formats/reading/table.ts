import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { withoutFormulaMark } from '#server/csv.ts'
import { IMPORT_LONGEST_VALUE, IMPORT_MAX_COLUMNS, IMPORT_MAX_RECORDS } from '../../../imported-record.rules.ts'
import { countNames } from '../words/column-names.ts'
import { splitDamaged, splitLine } from './damaged-quotes.ts'
import {
  type FirstRow,
  firstRowsOf,
  headerPlaceOf,
  isDivided,
  isGame,
  joinedHeader,
  MAX_ROWS,
  rowAbove,
  titleAbove,
} from './find-header.ts'
import { withoutMarks } from './marked-up-text.ts'
import { refuseFile } from './refuse-file.ts'

const CHUNK = 64 * 1024
/** A sheet of a spreadsheet has so many rows, and an export of it may have all of them, without any text. */
const MAX_LINES = 1_100_000
const DELIMITERS = [',', ';', '\t', '|'] as const
/** A sign that no text has, for a table of one column. */
const NO_DELIMITER = '\u001f'
/** How many quotes that are never closed are repaired in one file. Each repair reads up to 1 MB again. */
const MAX_REPAIRS = 20

/** A row of a table, and the line of the file in which it begins. */
export interface TableRow {
  line: number
  cells: string[]
}

export interface Table {
  /** The names of the columns, trimmed. They may repeat. */
  header: readonly string[]
  /** Reads all rows from the beginning. Rows without any text are left out. */
  rows: () => AsyncGenerator<TableRow>
  /** What stands alone in the line above the header: the title of the table. */
  title?: string
  /** The row above the header, with names of groups of columns. */
  above?: readonly string[]
  /** The place of the column that has the names of the tables of which this one is made. */
  partColumn?: number
  /** The names in that column are none that we know, so that the rows with them may be games. */
  isPartUnsure?: boolean
  /** Returns false for a table whose lines are so many that it could have more rows than an import may have. */
  hasFewLines: () => boolean
}

/** Among so many rows one looks for how a table is divided; in a wide table among fewer, of so many cells. */
const FIRST_ROWS = 2000
const FIRST_CELLS = 100_000

export async function* firstRowsIn(table: Table): AsyncGenerator<TableRow> {
  const most = Math.min(FIRST_ROWS, Math.ceil(FIRST_CELLS / table.header.length))
  let count = 0
  for await (const row of table.rows()) {
    yield row
    count += 1
    if (count === most) break
  }
}

const NEWLINE = 10
const RETURN = 13
const lineEnd = (text: Buffer, from: number) => {
  const end = text.indexOf(NEWLINE, from)
  return end === -1 ? text.length : end + 1
}

/**
 * Opens a table: the delimiter is the one that finds most names of columns, or else most columns. Titles and empty lines may
 * come before the header. Rows may be ragged, values may have line breaks, and damaged quotation marks are repaired as far as
 * possible.
 */
export function openTable(text: Buffer): Table {
  const { delimiter, header: names, start, title, above } = sniffed(text)
  const header = names.map(cleanName)
  // Each row is compared with each column.
  if (header.length > IMPORT_MAX_COLUMNS) refuseFile('import_too_many_columns')
  const reading = { delimiter, start, columns: header.length, line: linesIn(text.subarray(0, start)) + 1 }
  return {
    header,
    ...(title && { title }),
    ...(above && { above }),
    rows: () => rowsOf(text, reading),
    hasFewLines: () => hasFewLines(text, start),
  }
}

/** Opens the rows of a sheet as a table. */
export function openRows(all: readonly (readonly string[])[]): Table {
  const first = all.slice(0, MAX_ROWS).map((cells) => ({ cells }))
  const isWithout = isGame(first)
  const place = isWithout ? -1 : headerPlaceOf(first)
  const both = joinedHeader(first, place)
  const names = isWithout ? (all[0] ?? []).map(() => '') : (both ?? all[place] ?? []).map(cleanName)
  const width = isWithout ? names.length : names.findLastIndex((name) => name !== '') + 1
  if (width > IMPORT_MAX_COLUMNS) refuseFile('import_too_many_columns')
  const rows = async function* (): AsyncGenerator<TableRow> {
    let count = 0
    for (const [at, cells] of all.entries()) {
      if (at <= place + (both ? 1 : 0) || cells.every((cell) => cell.trim() === '')) continue
      count += 1
      if (count > IMPORT_MAX_RECORDS) refuseFile('import_too_many_rows')
      const last = cells.findLastIndex((cell) => cell !== '') + 1
      yield { line: at + 1, cells: cells.slice(0, Math.max(width, last)).map((cell) => cell.normalize('NFC')) }
    }
  }
  const title = titleAbove(first, place)
  const above = rowAbove(first, place)
  return {
    header: names.slice(0, width),
    ...(title && { title }),
    ...(above && { above }),
    rows,
    hasFewLines: () => all.length <= IMPORT_MAX_RECORDS,
  }
}

/** A name of a column in one line, without a byte order mark. */
const cleanName = (name: string): string =>
  name
    .replace(/^\ufeff/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')

interface Sniffed {
  delimiter: string
  header: readonly string[]
  /** Where the rows begin. */
  start: number
  title?: string | undefined
  above?: readonly string[] | undefined
}

/** Returns the delimiter and the header, whose names are empty in a table without one. Excel writes `sep=;` before it. */
function sniffed(text: Buffer): Sniffed {
  let start = 0
  while (start < text.length && (text[start] as number) <= 32 && text[start] !== 9) start += 1
  if (lineEnd(text, start) - start > IMPORT_LONGEST_VALUE) refuseFile('import_line_too_long', { line: 1 })
  const mark = /^sep=(.)\s*$/i.exec(text.toString('utf8', start, Math.min(lineEnd(text, start), start + 10)))
  const from = mark ? lineEnd(text, start) : start
  const found = (mark ? [mark[1] as string] : DELIMITERS).map((delimiter) => {
    const rows = firstRowsOf(text, from, delimiter)
    const place = headerPlaceOf(rows)
    const { cells } = rows[place] as FirstRow
    // Columns whose names are known say more than many of them.
    const named = countNames(cells)
    if (named === 0 && !isDivided(rows)) return { delimiter, header: [''], start: from, score: 0 }
    const score = named * IMPORT_MAX_COLUMNS + cells.length
    const isWithout = isGame(rows)
    return isWithout
      ? { delimiter, header: cells.map(() => ''), start: from, score }
      : { delimiter, ...headerFrom(rows, place), score, title: titleAbove(rows, place), above: rowAbove(rows, place) }
  })
  const best = found.reduce((a, b) => (b.score > a.score ? b : a))
  // A title may have each of the delimiters.
  return best.header.length === 1 && !mark ? { ...best, delimiter: NO_DELIMITER } : best
}

/** The names of the header, which may stand in two lines, and where the rows begin. */
function headerFrom(rows: readonly FirstRow[], place: number): Pick<Sniffed, 'header' | 'start'> {
  const both = joinedHeader(rows, place)
  const { cells, end } = rows[place + (both ? 1 : 0)] as FirstRow
  return { header: both ?? cells, start: end }
}

/** A row has at least one line, the last one perhaps without its end. */
function hasFewLines(text: Buffer, start: number): boolean {
  let lines = 1
  for (let at = start; at < text.length && lines <= IMPORT_MAX_RECORDS; at = lineEnd(text, at)) lines += 1
  return lines <= IMPORT_MAX_RECORDS
}

/** The parser counts both signs of the line ends of Windows inside of a value. */
function linesIn(raw: Buffer): number {
  const count = (sign: number) => {
    let lines = 0
    for (let at = raw.indexOf(sign); at !== -1; at = raw.indexOf(sign, at + 1)) lines += 1
    return lines
  }
  return count(NEWLINE) || count(RETURN)
}

interface Reading {
  delimiter: string
  /** Where the rows begin, and the number of that line. */
  start: number
  line: number
  columns: number
}

async function* rowsOf(
  text: Buffer,
  { delimiter, start, columns, line: firstLine }: Reading,
): AsyncGenerator<TableRow> {
  let position = start
  let line = firstLine
  let count = 0
  let lines = 0
  let repairs = 0
  const kept = function* (given: TableRow): Generator<TableRow> {
    const row = delimiter === ',' ? withCommas(given, columns) : given
    lines += 1
    if (lines > MAX_LINES) refuseFile('import_too_many_rows')
    // A line of dashes is below the header of a table of Markdown.
    if (row.cells.every((cell) => /^\s*(?::?-+:?\s*)?$/.test(cell))) return
    count += 1
    if (count > IMPORT_MAX_RECORDS) refuseFile('import_too_many_rows')
    const cells = row.cells.map((cell) => withoutFormulaMark(cell).normalize('NFC'))
    yield { ...row, cells: delimiter === '|' ? cells.map(withoutMarks) : cells }
  }
  while (position < text.length) {
    const from = position
    try {
      for await (const { record, info } of parserOf(text, position, delimiter)) {
        const row = { line, cells: record }
        const raw = { start: position, end: from + info.bytes }
        if (isDamaged(record, columns)) {
          const whole = text.toString('utf8', raw.start, raw.end)
          for (const each of splitDamaged(whole, { delimiter, columns, line }) ?? [row]) yield* kept(each)
        } else yield* kept(row)
        position = raw.end
        line += linesIn(text.subarray(raw.start, raw.end))
      }
      return
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      // A quote that is never closed: its line is read without quotes, and the next line as usual.
      const end = lineEnd(text, position)
      if (end - position > IMPORT_LONGEST_VALUE) refuseFile('import_line_too_long', { line })
      repairs += 1
      if (repairs > MAX_REPAIRS) refuseFile('import_quotes_open', { line })
      yield* kept({ line, cells: splitLine(text.toString('utf8', position, end), delimiter) })
      position = end
      line += 1
    }
  }
}

/** Joins again what commas divide that belong to a text without quotes: 'Papers, Please' and 'Warhammer 40,000'. */
function withCommas(row: TableRow, columns: number): TableRow {
  const { cells } = row
  const most = cells.length - columns
  if (most <= 0 || (cells.at(-1) ?? '').trim() === '') return row
  const isRest = (cell: string, at: number) =>
    at > 0 && (/^\s\S/.test(cell) || (/^\d{3}(?!\d)/.test(cell) && /(?<!\d)\d{1,3}$/.test(cells[at - 1] as string)))
  if (cells.filter(isRest).length !== most) return row
  const joined: string[] = []
  for (const [at, cell] of cells.entries())
    if (isRest(cell, at)) joined.push(`${joined.pop()},${cell}`)
    else joined.push(cell)
  return { ...row, cells: joined }
}

/** A cell that begins with a quotation mark had a quotation mark inside that was not doubled. */
const isDamaged = (cells: readonly string[], columns: number) =>
  cells.some((cell) => cell.startsWith('"')) || (cells.length !== columns && cells.some((cell) => cell.includes('"')))

type Parsed = AsyncIterable<{ record: string[]; info: { bytes: number } }>

function parserOf(text: Buffer, start: number, delimiter: string): Parsed {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: IMPORT_LONGEST_VALUE,
    // `max_record_size` counts no delimiters: without this a line of 50 MB of commas would be one row of 50 million cells.
    cast: (cell, { index }) => (index < IMPORT_MAX_COLUMNS ? cell : refuseFile('import_too_many_columns')),
  })
  const chunks = function* () {
    for (let at = start; at < text.length; at += CHUNK) yield text.subarray(at, at + CHUNK)
  }
  const source = Readable.from(chunks(), { objectMode: false })
  // The loop that reads the parser gets the errors of both.
  pipeline(source, parser, () => {})
  return parser as Parsed
}
