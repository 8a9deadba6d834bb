import type { PartialDay } from '#features/play-log/play-sessions.rules.ts'
import type { ReadRow } from '../../../imported-record.rules.ts'
import type { Mapping } from '../../../mapping.rules.ts'
import type { Table, TableRow } from '../reading/table.ts'
import { type Columns, columnsWith } from '../records/columns.ts'
import type { Writing } from '../records/draft.ts'
import { numberIn, THOUSANDS } from '../records/numbers.ts'
import { readTableRow, type TableFormat } from '../records/table-format.ts'
import { saysSum } from '../words/sum-words.ts'
import { HOLLOW } from './guess-mapping.ts'
import { isNoGame } from './no-games.ts'

/** The number of rows that a preview shows. */
const PREVIEW_ROWS = 20

/** How a mapping writes values. */
const writingOf = (mapping: Mapping, latest: PartialDay): Writing => ({
  ratingMax: mapping.rating_max,
  hoursUnit: mapping.hours_unit,
  ...(mapping.grades && { grades: mapping.grades }),
  ...(mapping.units && { units: mapping.units }),
  dateOrder: mapping.date_order,
  latest,
})

/** Reads the rows of a table with the mapping of a member. */
export async function* mappedRows(table: Table, mapping: Mapping, latest: PartialDay): AsyncGenerator<ReadRow> {
  const columns = mappedColumns(table.header, mapping)
  const titleAt = columns.uses.indexOf('title')
  let isBelowTotal = false
  for await (const row of table.rows()) {
    const title = row.cells[titleAt]?.trim() ?? ''
    const isAlone = columns.names.length > 1 && row.cells.every((cell, at) => at === titleAt || cell.trim() === '')
    // Comments stand below the line that adds up the numbers.
    if (isBelowTotal && isAlone) yield { skipped: { row: row.line, title, reason: 'no-title' } }
    else yield readMapped(columns, row, mapping, latest)
    isBelowTotal = saysSum(title) || (isBelowTotal && isAlone)
  }
}

/** Reads one row of a table with the mapping of a member. */
export function readMapped(columns: Columns, row: TableRow, mapping: Mapping, latest: PartialDay): ReadRow {
  const format: TableFormat = {
    preset: 'mapped',
    signature: [],
    columns: {},
    statuses: mapping.statuses,
    unreadLeftOut: mapping.unread_left_out,
    skips: () => (isNoGame(columns, row) ? 'no-title' : null),
  }
  const cells = row.cells.map((cell, at) => plainCell(cell, columns.uses[at], mapping))
  return readTableRow(format, columns, { ...row, cells }, writingOf(mapping, latest))
}

/** Notion writes the address of each page that a cell names behind its name. */
const RELATION = /\s?\(https?:\/\/(?:www\.)?notion\.[^()\s]*\)/g
const COUNTED: readonly unknown[] = ['hours', 'playthrough_hours', 'rating', 'completion']

function plainCell(cell: string, use: Columns['uses'][number], mapping: Mapping): string {
  if (use === undefined) return cell
  // The rows of add-ons stand indented below their game.
  if (use === 'title') return withoutRelation(cell).replace(INDENT, '')
  if (mapping.is_hollow_no && HOLLOW.test(cell.trim())) return ''
  if (mapping.is_cross_no && /^x$/i.test(cell.trim())) return '×'
  if (mapping.is_share && use === 'completion') return percentOf(cell)
  if (mapping.is_decimal_comma && COUNTED.includes(use)) return cell.replace(THOUSANDS, '$1')
  return withoutRelation(cell)
}

const INDENT = /^\s*(?:[-–—•·↳└├→>*+]+\s+)+(?=\S)/u
const withoutRelation = (cell: string): string => (cell.includes('(http') ? cell.replace(RELATION, '') : cell)

/** 0.45 is 45 %. */
function percentOf(cell: string): string {
  const share = numberIn(cell)
  return share === null ? cell : String(Math.round(share * 1000) / 10)
}

export const mappedColumns = (header: readonly string[], mapping: Mapping): Columns =>
  columnsWith(
    header,
    header.map((_, at) => mapping.columns[at]),
  )

/** Returns the first 20 rows as they would be read, before rows of one game are joined. */
export async function previewOf(rows: AsyncIterable<ReadRow>): Promise<ReadRow[]> {
  const first: ReadRow[] = []
  for await (const row of rows) {
    first.push(row)
    if (first.length === PREVIEW_ROWS) break
  }
  return first
}
