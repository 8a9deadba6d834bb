import type { TableRow } from './table.ts'

/** Splits a line at the delimiter outside of quotation marks, and removes the marks around the values. */
export function splitLine(line: string, delimiter: string): string[] {
  const text = line.replace(/\r?\n$/, '')
  const cells: string[] = []
  let from = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (text[at] === delimiter && !isQuoted) {
      cells.push(text.slice(from, at))
      from = at + 1
    }
  }
  // A quote that stays open does not swallow the rest of the line.
  if (isQuoted) return text.split(delimiter).map(unquoted)
  return [...cells, text.slice(from)].map(unquoted)
}

const unquoted = (cell: string) => {
  const text = /^\s*"[\s\S]*"\s*$/.test(cell) ? cell.trim().slice(1, -1) : cell.replace(/^"/, '')
  return text.replaceAll('""', '"')
}

/**
 * Splits a damaged record again. Exports without escaping wrap every value (`"Say "Hi", Bob","PC"`), so `","` divides
 * the values. A quote that was never closed can also have joined several lines, which are then split one by one.
 * Returns null if the number of values never fits the header.
 */
export function splitDamaged(
  raw: string,
  { delimiter, columns, line }: { delimiter: string; columns: number; line: number },
): TableRow[] | null {
  const text = withoutEndings(raw)
  const whole = splitWrapped(text, delimiter)
  if (whole?.length === columns) return [{ line, cells: whole }]
  const lines = text.split(/\r?\n/)
  const rows = lines.map((each, at) => ({
    line: line + at,
    cells: fitting(splitWrapped(each, delimiter), columns) ?? splitLine(each, delimiter),
  }))
  return rows.every(({ cells }) => cells.length === columns) ? rows : null
}

/** Removes line breaks at both ends. A pattern would try every run of line breaks inside. */
function withoutEndings(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && '\r\n'.includes(text[from] as string)) from += 1
  while (to > from && '\r\n'.includes(text[to - 1] as string)) to -= 1
  return text.slice(from, to)
}

const fitting = (cells: string[] | null, columns: number) => (cells?.length === columns ? cells : null)

function splitWrapped(text: string, delimiter: string): string[] | null {
  const trimmed = text.trim()
  if (trimmed.length < 2 || !trimmed.startsWith('"') || !trimmed.endsWith('"')) return null
  return trimmed
    .slice(1, -1)
    .split(`"${delimiter}"`)
    .map((cell) => cell.replaceAll('""', '"'))
}
