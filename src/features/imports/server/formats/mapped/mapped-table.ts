import type { PartialDay } from '#features/play-log/play-sessions.rules.ts'
import type { ReadRow } from '../../../imported-record.rules.ts'
import type { Mapping } from '../../../mapping.rules.ts'
import type { Table, TableRow } from '../reading/table.ts'
import type { Writing } from '../records/draft.ts'
import { type Columns, columnsWith, readTableRow, type TableFormat } from '../records/table-format.ts'

/** The number of rows that a preview shows. */
const PREVIEW_ROWS = 20

/** How a mapping writes values. */
const writingOf = (mapping: Mapping, latest: PartialDay): Writing => ({
  ratingMax: mapping.rating_max,
  hoursUnit: mapping.hours_unit,
  ...(mapping.units && { units: mapping.units }),
  dateOrder: mapping.date_order,
  latest,
})

/** Reads the rows of a table with the mapping of a member. */
export async function* mappedRows(table: Table, mapping: Mapping, latest: PartialDay): AsyncGenerator<ReadRow> {
  const columns = mappedColumns(table.header, mapping)
  for await (const row of table.rows()) yield readMapped(columns, row, mapping, latest)
}

/** Reads one row of a table with the mapping of a member. */
export function readMapped(columns: Columns, row: TableRow, mapping: Mapping, latest: PartialDay): ReadRow {
  const format: TableFormat = {
    preset: 'mapped',
    signature: [],
    columns: {},
    statuses: mapping.statuses,
    skips: () => (isTotal(columns, row) ? 'no-title' : null),
  }
  return readTableRow(format, columns, row, writingOf(mapping, latest))
}

/** Sheets end with a line that adds up their numbers. */
const TOTAL =
  /^(?:grand )?(?:total|totals|sum|average|gesamt|summe|durchschnitt|totale?s?|moyenne|promedio|media|suma|średnia|итого|всего|среднее|合計|平均|总计|合计|합계|평균)\s*:?$/i

/** A row is the sum of the others if nothing but its title and numbers is there. */
function isTotal({ uses }: Columns, { cells }: TableRow): boolean {
  const title = cells[uses.indexOf('title')]?.trim() ?? ''
  return TOTAL.test(title) && cells.every((cell, at) => uses[at] === 'title' || !/\p{L}{3,}/u.test(cell))
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
