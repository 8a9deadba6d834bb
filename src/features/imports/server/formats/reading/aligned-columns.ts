import { countNames, isTitleName } from '../words/column-names.ts'

const LONGEST_LINE = 1000
/** So many lines may stand above the header. */
const MAX_ABOVE = 3
/** A line of dashes below the header. */
const RULE = /^[\s\-=_+]+$/

/**
 * Returns lines whose values stand below each other, filled up with spaces, as rows of a table. Null unless a header stands above them,
 * and all lines have a space where a column ends.
 */
export function alignedRows(lines: readonly string[]): string[][] | null {
  const filled = lines.filter((line) => line.trim() !== '' && !RULE.test(line))
  const place = filled.slice(0, MAX_ABOVE + 1).findIndex(isHeader)
  if (place === -1) return null
  const rows = filled.slice(place)
  if (rows.length < 2 || rows.some((line) => line.length > LONGEST_LINE || line.includes('\t'))) return null
  const names = namesIn(rows[0] as string)
  const cuts = names.slice(1).map(({ from }, at) => cutBetween(rows, names[at]?.to ?? 0, from))
  if (cuts.includes(-1)) return null
  const starts = [0, ...cuts]
  return rows.map((line) => starts.map((start, at) => line.slice(start, starts[at + 1]).trim()))
}

/** The last place before a column where no line has a sign; -1 if there is none. */
function cutBetween(rows: readonly string[], from: number, to: number): number {
  for (let at = to - 1; at >= from; at -= 1) if (rows.every((line) => (line[at] ?? ' ') === ' ')) return at
  return -1
}

/** The names of a header, divided by at least two spaces, and where each begins and ends. */
const namesIn = (line: string): { name: string; from: number; to: number }[] =>
  [...line.matchAll(/\S+(?: \S+)*/g)].map((match) => ({
    name: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }))

function isHeader(line: string): boolean {
  const names = line.length > LONGEST_LINE ? [] : namesIn(line).map(({ name }) => name)
  return names.length > 1 && names.some(isTitleName) && countNames(names) > 1
}
