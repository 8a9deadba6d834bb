import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import { ENCODINGS, type Encoding } from '../../../file-encodings.rules.ts'

/** What the detector finds, and the encoding of Windows that has the same letters. */
const DETECTED: Readonly<Record<string, Encoding>> = {
  'ISO-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'windows-1250': 'windows-1250',
  'ISO-8859-5': 'windows-1251',
  'windows-1251': 'windows-1251',
  'ISO-8859-7': 'windows-1253',
  'windows-1253': 'windows-1253',
  'ISO-8859-9': 'windows-1254',
  'windows-1254': 'windows-1254',
  'ISO-8859-8': 'windows-1255',
  'windows-1255': 'windows-1255',
  'ISO-8859-6': 'windows-1256',
  'windows-1256': 'windows-1256',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  GB18030: 'gbk',
  Big5: 'big5',
  'EUC-KR': 'euc-kr',
}
/** The number of bytes at the beginning of a file that the detector looks at. */
const SAMPLE = 64 * 1024
/** The most damaged bytes of a text that is still UTF-8: one in so many of its characters that have several bytes. */
const MAX_DAMAGED = 2

/** How often a text of these bytes has what a list of games has, to decide between encodings that are as likely. */
export type Familiarity = (text: string) => number

/**
 * Returns the encoding of bytes without a byte order mark. A text with a few bad bytes stays UTF-8. Where the detector finds
 * several, the one in which the names of columns are familiar is chosen, because the words of a table are few.
 */
export function encodingOf(bytes: Buffer, familiarity: Familiarity): Encoding {
  const sample = bytes.subarray(0, SAMPLE)
  if (isUtf16(sample, 1)) return 'utf-16le'
  if (isUtf16(sample, 0)) return 'utf-16be'
  if (isUtf8(bytes) || isDamagedUtf8(bytes)) return 'utf-8'
  const found = analyse(sample).flatMap(({ name }) => DETECTED[name] ?? [])
  const likely = [...new Set<Encoding>([...found, ...ENCODINGS.slice(3)])].map((encoding, place) => {
    const text = new TextDecoder(encoding).decode(sample)
    return { encoding, score: familiarity(text) * 10 - share(text) * 100 - place * 0.1 }
  })
  return likely.reduce((best, next) => (next.score > best.score ? next : best)).encoding
}

/** The share of characters that no text has: those that could not be read, and control characters. */
const share = (text: string): number => (text.match(/[\ufffd\u0080-\u009f]/g)?.length ?? 0) / Math.max(1, text.length)

/** Letters of Latin have a byte of 0 each, at even or at odd places. */
function isUtf16(sample: Buffer, zeroAt: 0 | 1): boolean {
  const most = Math.min(sample.length, 1000)
  let zeros = 0
  for (let at = zeroAt; at < most; at += 2) if (sample[at] === 0) zeros += 1
  let others = 0
  for (let at = 1 - zeroAt; at < most; at += 2) if (sample[at] === 0) others += 1
  return most >= 4 && zeros * 5 > most && others === 0
}

/** Returns whether most of the bytes above 127 belong to characters of UTF-8: a program has cut or mixed a few others in. */
function isDamagedUtf8(bytes: Buffer): boolean {
  let whole = 0
  let damaged = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (byte < 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 0
    const rest = bytes.subarray(at + 1, at + length)
    const isWhole = length > 1 && rest.length === length - 1 && rest.every((each) => (each & 0xc0) === 0x80)
    if (isWhole) {
      whole += 1
      at += length - 1
    } else damaged += 1
  }
  return whole > 0 && damaged * MAX_DAMAGED <= whole
}
