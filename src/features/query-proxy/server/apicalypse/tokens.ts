import { QuerySyntaxError } from './query.ts'

export type Token = { at: number } & (
  | { kind: 'word'; text: string }
  | { kind: 'number'; text: string; value: number }
  | { kind: 'string'; text: string; value: string }
  | { kind: 'mark'; text: string }
  | { kind: 'end'; text: '' }
)

/** Each alternative reads a run that the next character ends, so the time is linear in the length. */
const PARTS =
  /([ \t\r\n]+|\/\/[^\n]*)|([A-Za-z_][A-Za-z0-9_]*)|(-?[0-9]+(?:\.[0-9]+)?)|(!=|>=|<=|[;,.*=><~&|()[\]{}!/])|(")/y

/** Digits that a double represents exactly and prints without an exponent. */
const NUMBER = /^-?\d{1,15}(?:\.\d{1,6})?$/

/** Splits the whole text into tokens, `end` last. Throws QuerySyntaxError and nothing else. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    PARTS.lastIndex = at
    const match = PARTS.exec(text)
    if (!match) throw new QuerySyntaxError(`Unexpected character ${shown(text, at)}`, text, at)
    const [part, blank, word, number, mark] = match
    if (word !== undefined) tokens.push({ kind: 'word', text: word, at })
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, value: numberOf(number, text, at), at })
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark, at })
    else if (blank === undefined) {
      const { value, end } = readString(text, at)
      tokens.push({ kind: 'string', text: text.slice(at, end), value, at })
      at = end
      continue
    }
    at += part.length
  }
  tokens.push({ kind: 'end', text: '', at: text.length })
  return tokens
}

function numberOf(digits: string, text: string, at: number): number {
  if (/[A-Za-z_]/.test(text.charAt(at + digits.length)))
    throw new QuerySyntaxError(`A number must be separated from a following word, unlike '${digits}' does`, text, at)
  if (!NUMBER.test(digits))
    throw new QuerySyntaxError(
      'A number has at most 15 digits before the point and 6 after it, unlike this one',
      text,
      at,
    )
  // Converts minus zero to zero.
  return Number(digits) + 0
}

/** Reads from a quote to the next one without a backslash before it. Only `\"` and `\\` are escapes. */
function readString(text: string, start: number): { value: string; end: number } {
  const parts: string[] = []
  let from = start + 1
  for (let at = from; at < text.length; at++) {
    const letter = text[at] as string
    if (letter === '"') {
      parts.push(text.slice(from, at))
      const value = parts.join('')
      if (!value.isWellFormed()) throw new QuerySyntaxError('The string contains half of a character', text, start)
      return { value, end: at + 1 }
    }
    if (letter === '\\') {
      const next = text[at + 1]
      if (next !== '"' && next !== '\\')
        throw new QuerySyntaxError('In a string a backslash must precede a quote or a backslash, unlike', text, at)
      parts.push(text.slice(from, at), next)
      from = at + 2
      at += 1
    } else if (isControl(letter))
      throw new QuerySyntaxError('A string must not contain control characters, unlike', text, at)
  }
  throw new QuerySyntaxError('A string is not closed, which begins', text, start)
}

function isControl(letter: string): boolean {
  const code = letter.charCodeAt(0)
  return code < 32 || code === 127
}

function shown(text: string, at: number): string {
  const code = text.codePointAt(at) as number
  return code > 32 && code < 127
    ? `'${String.fromCodePoint(code)}'`
    : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
