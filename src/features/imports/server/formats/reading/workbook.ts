import type { CellValue, MergeRange } from 'hucre'
import { readOds } from 'hucre/ods'
import { readXlsx } from 'hucre/xlsx'
import { DAY_MS } from '#shared/durations.ts'
import { refuseFile } from './refuse-file.ts'
import { openRows, type Table } from './table.ts'

/** A sheet of a workbook. */
export interface Sheet {
  name: string
  table: Table
}

export type WorkbookKind = 'xlsx' | 'ods'

/** Returns which kind of workbook an archive is, by the names of its entries; null for another archive. */
export function workbookKindOf(names: readonly string[]): WorkbookKind | null {
  if (names.includes('xl/workbook.xml')) return 'xlsx'
  return names.includes('content.xml') && names.includes('mimetype') ? 'ods' : null
}

/** Reads the sheets of a workbook that have something in them; those that are hidden come last. */
export async function readWorkbook(bytes: Uint8Array, kind: WorkbookKind): Promise<Sheet[]> {
  const { sheets } = await (kind === 'xlsx' ? readXlsx(bytes) : readOds(bytes)).catch(() =>
    refuseFile('import_workbook_damaged'),
  )
  const filled = sheets.filter(({ rows }) => rows.some((row) => row.some((cell) => textIn(cell) !== '')))
  if (filled.length === 0) refuseFile('import_file_empty')
  return [...filled.filter(({ hidden }) => !hidden), ...filled.filter(({ hidden }) => hidden)].map(
    ({ name, rows, merges = [] }) => ({
      name,
      table: openRows(
        withMerged(
          rows.map((row) => row.map(textIn)),
          merges,
        ),
      ),
    }),
  )
}

/** A cell that reaches over several rows is about each of them. */
function withMerged(rows: string[][], merges: readonly MergeRange[]): string[][] {
  for (const { startRow, startCol, endRow, endCol } of merges)
    for (const row of startCol === endCol ? rows.slice(startRow + 1, endRow + 1) : [])
      row[startCol] = rows[startRow]?.[startCol] ?? ''
  return rows
}

/**
 * A time without a day, and a number of hours, is on the day from which workbooks count. For Excel 1900 was a leap year, so that the
 * reader of its dates begins a day later until its 29 February.
 */
const DAY_0 = Date.UTC(1899, 11, 31)
const LEAP_DAY = Date.UTC(1900, 2, 1)
const FIRST_DATE = Date.UTC(1904, 0, 2)

/** Returns a cell as the text that a table would have for it. */
function textIn(cell: CellValue | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : dateText(cell.getTime())
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  // 0.1 + 0.2 of a formula.
  return typeof cell === 'number' ? String(Number(cell.toPrecision(12))) : cell
}

function dateText(at: number): string {
  if (at < FIRST_DATE) {
    const minutes = Math.round((at - DAY_0 + (at < LEAP_DAY ? 0 : DAY_MS)) / 60_000)
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:00`
  }
  const text = new Date(at).toISOString()
  return at % DAY_MS === 0 ? text.slice(0, 10) : text
}
