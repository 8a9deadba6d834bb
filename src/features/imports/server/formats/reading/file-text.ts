import { isUtf8 } from 'node:buffer'
import { refuseFile } from './refuse-file.ts'

const CHUNK = 1024 * 1024
/** The number of bytes at the beginning of a file that are searched for control characters. */
const SAMPLE = 64 * 1024

const beginsWith = (bytes: Buffer, ...sign: readonly number[]) => sign.every((byte, at) => bytes[at] === byte)

/**
 * Returns the text of a file as UTF-8 without a byte order mark: UTF-16 needs its mark, and whatever is not UTF-8 is
 * read as Windows-1252. Refuses binary and empty files.
 */
export function utf8Of(bytes: Buffer): Buffer {
  const text = decoded(bytes)
  if (text.includes(0) || isMostlyControl(text)) refuseFile('import_file_binary')
  if (!hasContent(text)) refuseFile('import_file_empty')
  return text
}

function decoded(bytes: Buffer): Buffer {
  if (beginsWith(bytes, 0xef, 0xbb, 0xbf)) return decoded(bytes.subarray(3))
  if (beginsWith(bytes, 0xff, 0xfe)) return transcoded(bytes.subarray(2), 'utf-16le')
  if (beginsWith(bytes, 0xfe, 0xff)) return transcoded(bytes.subarray(2), 'utf-16be')
  return isUtf8(bytes) ? bytes : transcoded(bytes, 'windows-1252')
}

/** Decodes in chunks, so that the whole text never exists as one string. */
function transcoded(bytes: Buffer, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding)
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += CHUNK)
    parts.push(Buffer.from(decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true })))
  parts.push(Buffer.from(decoder.decode()))
  return Buffer.concat(parts)
}

/** Returns whether more than one sign of ten is a control character: bytes that only look like Windows-1252. */
function isMostlyControl(text: Buffer): boolean {
  const sample = text.subarray(0, SAMPLE)
  let count = 0
  for (const byte of sample) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) count += 1
  return count * 10 > sample.length
}

function hasContent(text: Buffer): boolean {
  for (const byte of text) if (byte > 32) return true
  return false
}
