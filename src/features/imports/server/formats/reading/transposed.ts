import { countNames, isTitleName } from '../words/column-names.ts'
import { firstRowsIn, type Table } from './table.ts'

/** A table with more rows has a row for each game. */
const MAX_ROWS = 30
const FEWEST_NAMES = 2

/**
 * Returns a table that has a column for each game, and the names of the values in its first column, with a row for each game; any other
 * table as it is.
 */
export async function withTransposed(table: Table): Promise<Table> {
  const [first = '', ...titles] = table.header
  if (titles.length < 2 || !isTitleName(first) || countNames(titles) > 0) return table
  const rows: (readonly string[])[] = []
  for await (const { cells } of firstRowsIn(table)) {
    rows.push(cells)
    if (rows.length > MAX_ROWS) return table
  }
  const names = rows.map(([name = '']) => name.trim())
  const known = countNames(names)
  if (known < FEWEST_NAMES || known * 1.5 < names.length || names.some(isTitleName)) return table
  const { title: _title, above: _above, ...others } = table
  return {
    ...others,
    header: [first, ...names],
    rows: async function* () {
      for (const [at, title] of titles.entries())
        if (title !== '') yield { line: 1, cells: [title, ...rows.map((cells) => cells[at + 1] ?? '')] }
    },
  }
}
