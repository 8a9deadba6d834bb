import { countNames, isTitleName } from '../words/column-names.ts'
import { foldedWords } from '../words/folded.ts'
import { STATUS_WORDS } from '../words/status-words.ts'
import { firstRowsIn, type Table, type TableRow } from './table.ts'

/**
 * Returns a sheet on which several tables stand below each other, each with its own header, as one table with the columns of all of
 * them; any other table as it is.
 */
export async function withStacked(table: Table): Promise<Table> {
  if (table.header.length < 2) return table
  const names = [...table.header]
  let headers = 0
  for await (const row of firstRowsIn(table)) {
    if (!isHeader(row)) continue
    headers += 1
    for (const [name, nth] of namesOf(row.cells)) if (placeOf(names, name, nth) === -1) names.push(name)
  }
  if (headers === 0) return table
  return {
    ...table,
    header: names,
    rows: async function* () {
      let places: readonly number[] = table.header.map((_, at) => at)
      let width = table.header.length
      for await (const row of table.rows()) {
        if (isHeader(row)) {
          places = namesOf(row.cells).map(([name, nth]) => placeOf(names, name, nth))
          width = places.length
        } else yield { ...row, cells: placed(row.cells, places, names.length, width) }
      }
    },
  }
}

const keyOf = (name: string) => name.trim().toLowerCase()

/** The names of a header, and how many columns before have the same name. */
const namesOf = (cells: readonly string[]): (readonly [string, number])[] =>
  cells
    .slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
    .map((cell, at) => [cell.trim(), cells.slice(0, at).filter((other) => keyOf(other) === keyOf(cell)).length])

/** The place of the column with this name after so many others with it; -1 if there is none. */
function placeOf(names: readonly string[], name: string, nth: number): number {
  const places = names.flatMap((each, at) => (keyOf(each) === keyOf(name) ? [at] : []))
  return places[nth] ?? -1
}

function placed(cells: readonly string[], places: readonly number[], columns: number, width: number): string[] {
  const row = Array<string>(columns).fill('')
  for (const [at, place] of places.entries()) row[place] = cells[at] ?? ''
  // What stands beside the table is a value without a column, as in any other row.
  return [...row, ...cells.slice(width).filter((cell) => cell.trim() !== '')]
}

/** A row of names of columns, one of which is that of the titles, and another one no word for a status. */
function isHeader({ cells }: TableRow): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  if (filled.length < 2 || !filled.some(isTitleName)) return false
  const others = filled.filter((cell) => !isTitleName(cell) && !Object.hasOwn(STATUS_WORDS, foldedWords(cell)))
  return countNames(others) > 0 && countNames(filled) * 2 >= filled.length
}
