import { isUtf8 } from 'node:buffer'
import { refuseFile } from './refuse-file.ts'

const CHUNK = 64 * 1024
/** A character of Windows-1252 has at most three bytes in UTF-8, and a unit of UTF-16, which has two bytes, too. */
const MAX_BYTES_A_BYTE = { 'windows-1252': 3, 'utf-16le': 1.5, 'utf-16be': 1.5 }
/** The number of bytes at the beginning of a file that are searched for control characters. */
const SAMPLE = 64 * 1024

const beginsWith = (bytes: Buffer, ...sign: readonly number[]) => sign.every((byte, at) => bytes[at] === byte)

/**
 * Returns the text of a file as UTF-8, without a byte order mark and without spaces and empty lines at its beginning: UTF-16
 * needs its mark, and whatever is not UTF-8 is read as Windows-1252. Refuses binary and empty files.
 */
export function utf8Of(bytes: Buffer): Buffer {
  const text = decoded(bytes)
  if (text.includes(0) || isMostlyControl(text)) refuseFile('import_file_binary')
  const start = startOf(text)
  return start === null ? refuseFile('import_file_empty') : text.subarray(start)
}

function decoded(bytes: Buffer): Buffer {
  let start = 0
  // Some programs write a mark before a text that has one.
  while (beginsWith(bytes.subarray(start, start + 3), 0xef, 0xbb, 0xbf)) start += 3
  const marked = bytes.subarray(start)
  if (beginsWith(marked, 0xff, 0xfe)) return transcoded(marked.subarray(2), 'utf-16le')
  if (beginsWith(marked, 0xfe, 0xff)) return transcoded(marked.subarray(2), 'utf-16be')
  return isUtf8(marked) ? marked : transcoded(marked, 'windows-1252')
}

/** Decodes in chunks, so that the whole text never exists as one string, nor twice. */
function transcoded(bytes: Buffer, encoding: keyof typeof MAX_BYTES_A_BYTE): Buffer {
  const decoder = new TextDecoder(encoding)
  // No page of it exists before it is written. The decoder keeps up to a character.
  const text = Buffer.allocUnsafeSlow(bytes.length * MAX_BYTES_A_BYTE[encoding] + 8)
  let end = 0
  for (let at = 0; at < bytes.length; at += CHUNK)
    end += text.write(decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true }), end)
  end += text.write(decoder.decode(), end)
  return text.subarray(0, end)
}

/** Returns whether more than one sign of ten is a control character: bytes that only look like Windows-1252. */
function isMostlyControl(text: Buffer): boolean {
  const sample = text.subarray(0, SAMPLE)
  let count = 0
  for (const byte of sample) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) count += 1
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
