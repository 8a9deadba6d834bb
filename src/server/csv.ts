/** A spreadsheet computes a cell that begins with one of these characters, wide ones too. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * Returns a line of CSV whose cells no spreadsheet takes for formulas: an apostrophe goes before them, as it does before
 * a text that has one there already. `withoutFormulaMark` takes it away again.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns the text of a cell without the apostrophe that keeps spreadsheets from computing it. */
export const withoutFormulaMark = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
