import type { Encoding } from '../../../file-encodings.rules.ts'
import { refuseFile } from './refuse-file.ts'
import { encodingOf, type Familiarity } from './text-encoding.ts'

const CHUNK = 64 * 1024
/** The most bytes of UTF-8 that a byte of an encoding becomes. */
const MAX_BYTES_A_BYTE = 3
/** The number of bytes at the beginning of a file that are searched for control characters. */
const SAMPLE = 64 * 1024

const NEWLINE = 10
const RETURN = 13

const beginsWith = (bytes: Buffer, ...sign: readonly number[]) => sign.every((byte, at) => bytes[at] === byte)

/** The text of a file as UTF-8, and the encoding in which it was read. */
export interface FileText {
  text: Buffer
  encoding: Encoding
}

interface Options {
  /** The encoding that the member has chosen. */
  encoding?: Encoding | undefined
  familiarity: Familiarity
}

/**
 * Returns the text of a file as UTF-8, without a byte order mark and without spaces and empty lines at its beginning. Lines that
 * end with a carriage return alone end with a newline. Refuses binary and empty files.
 */
export function utf8Of(bytes: Buffer, options: Options): FileText {
  const { text, encoding } = decoded(bytes, options)
  if (text.includes(0) || isMostlyControl(text)) refuseFile('import_file_binary')
  const start = startOf(text)
  if (start === null) return refuseFile('import_file_empty')
  return { text: withNewlines(text.subarray(start)), encoding }
}

function decoded(bytes: Buffer, { encoding: chosen, familiarity }: Options): FileText {
  let start = 0
  // Some programs write a mark before a text that has one.
  while (beginsWith(bytes.subarray(start, start + 3), 0xef, 0xbb, 0xbf)) start += 3
  const marked = bytes.subarray(start)
  const mark = start > 0 ? 'utf-8' : markOf(marked)
  const encoding = chosen ?? mark ?? encodingOf(marked, familiarity)
  const body = mark === encoding && mark !== 'utf-8' ? marked.subarray(2) : marked
  return { text: encoding === 'utf-8' ? body : transcoded(body, encoding), encoding }
}

function markOf(bytes: Buffer): Encoding | null {
  if (beginsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  return beginsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : null
}

/** Decodes in chunks, so that the whole text never exists as one string, nor twice. */
function transcoded(bytes: Buffer, encoding: Encoding): Buffer {
  const decoder = new TextDecoder(encoding)
  // No page of it exists before it is written. The decoder keeps up to a character.
  const text = Buffer.allocUnsafeSlow(bytes.length * MAX_BYTES_A_BYTE + 8)
  let end = 0
  for (let at = 0; at < bytes.length; at += CHUNK)
    end += text.write(decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true }), end)
  end += text.write(decoder.decode(), end)
  return text.subarray(0, end)
}

/** Returns whether more than one sign of ten is a control character: bytes that only look like a text. */
function isMostlyControl(text: Buffer): boolean {
  const sample = text.subarray(0, SAMPLE)
  let count = 0
  for (const byte of sample) if (byte < 32 && byte !== 9 && byte !== NEWLINE && byte !== RETURN) count += 1
  return count * 10 > sample.length
}

/** Returns where a text begins after spaces and empty lines; null for one without content. A table may begin with a tab. */
function startOf(text: Buffer): number | null {
  let start: number | null = null
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] as number
    if (byte === 9 || byte > 32) start ??= at
    if (byte > 32) return start
  }
  return null
}

/** Old programs of the Macintosh end lines with a carriage return alone. The bytes of the file itself stay as they are. */
function withNewlines(text: Buffer): Buffer {
  if (text.includes(NEWLINE) || !text.includes(RETURN)) return text
  const copy = Buffer.from(text)
  for (let at = copy.indexOf(RETURN); at !== -1; at = copy.indexOf(RETURN, at + 1)) copy[at] = NEWLINE
  return copy
}
