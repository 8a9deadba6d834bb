/** A longer text is a table of a program, which does not quote with apostrophes. */
const LONGEST = 16 * 1024 * 1024
const SAMPLE = 4096
const DELIMITERS = [',', ';', '\t', '|']
const MARK = "'"

/**
 * Returns a table whose values stand between apostrophes with quotation marks in their place; any other text as it is. An apostrophe
 * ends a value only before a delimiter or the end of a line, so that 'Marvel's Spider-Man' is one value.
 */
export function withQuotationMarks(text: Buffer): Buffer {
  const delimiter = text.length > LONGEST ? undefined : delimiterIn(text.toString('utf8', 0, SAMPLE))
  if (delimiter === undefined) return text
  const lines = text.toString('utf8').split(/\r?\n/)
  return Buffer.from(lines.map((line) => rewritten(line, delimiter)).join('\n'))
}

/** The sign that divides two values between apostrophes in each of the first two lines. */
function delimiterIn(sample: string): string | undefined {
  const lines = sample.split(/\r?\n/).filter((line) => line.trim() !== '')
  const [first, second] = lines
  if (first === undefined || second === undefined) return undefined
  return DELIMITERS.find((mark) =>
    [first, second].every((line) => line.startsWith(MARK) && line.includes(`${MARK}${mark}${MARK}`)),
  )
}

function rewritten(line: string, delimiter: string): string {
  const cells: string[] = []
  let at = 0
  while (at <= line.length) {
    const end = line[at] === MARK ? endOf(line, at, delimiter) : -1
    if (end === -1) {
      const next = line.indexOf(delimiter, at)
      cells.push(line.slice(at, next === -1 ? line.length : next))
      at = next === -1 ? line.length + 1 : next + 1
    } else {
      const value = line.slice(at + 1, end).replaceAll("''", MARK)
      cells.push(`"${value.replaceAll('"', '""')}"`)
      at = end + 2
    }
  }
  return cells.join(delimiter)
}

/** The place of the apostrophe that ends the value which begins here; -1 if the line has none. */
function endOf(line: string, start: number, delimiter: string): number {
  const end = line.indexOf(`${MARK}${delimiter}`, start + 1)
  if (end !== -1) return end
  return line.length - 1 > start && line.endsWith(MARK) ? line.length - 1 : -1
}
