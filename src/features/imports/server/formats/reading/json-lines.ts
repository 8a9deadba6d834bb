const NEWLINE = 10
const COMMA = 0x2c
const OPEN_OBJECT = 0x7b
const isSpace = (byte: number | undefined) => byte === 32 || byte === 10 || byte === 13 || byte === 9

/**
 * Returns JSON text as it is, and JSON Lines, in which each line is an object, as one list. A list in a text of its own needs no
 * second parser.
 */
export function jsonTextOf(text: Buffer): Buffer {
  if (!isLines(text)) return text
  const list = Buffer.allocUnsafe(text.length + 2)
  list[0] = 0x5b
  text.copy(list, 1)
  list[text.length + 1] = 0x5d
  for (let at = list.indexOf(NEWLINE); at !== -1; at = list.indexOf(NEWLINE, at + 1))
    if (nextSign(list, at + 1) === OPEN_OBJECT) list[at] = COMMA
  return list
}

/** The first line is a whole object, and another one begins in the next line. */
function isLines(text: Buffer): boolean {
  if (text[0] !== OPEN_OBJECT) return false
  const end = text.indexOf(NEWLINE)
  if (end === -1 || nextSign(text, end + 1) !== OPEN_OBJECT) return false
  try {
    JSON.parse(text.toString('utf8', 0, end))
    return true
  } catch {
    return false
  }
}

function nextSign(text: Buffer, from: number): number | undefined {
  let at = from
  while (at < text.length && isSpace(text[at])) at += 1
  return text[at]
}
