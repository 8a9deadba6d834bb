export type Encoding =
  | 'utf-8'
  | 'utf-8 with a mark'
  | 'utf-16le'
  | 'windows-1250'
  | 'windows-1251'
  | 'windows-1252'
  | 'shift_jis'
  | 'gbk'
  | 'euc-kr'
  | 'big5'

type Table = ReadonlyMap<string, readonly number[]>
const tables = new Map<string, Table>()

/** Node only decodes these encodings, so that a table is made by decoding every sequence of one or two bytes. */
function tableOf(encoding: string): Table {
  const known = tables.get(encoding)
  if (known) return known
  const table = new Map<string, readonly number[]>()
  const decoder = new TextDecoder(encoding)
  const add = (...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes))
    if ([...text].length === 1 && !text.includes('\ufffd') && !table.has(text)) table.set(text, bytes)
  }
  for (let byte = 0; byte < 256; byte += 1) add(byte)
  if (!encoding.startsWith('windows'))
    for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail)
  tables.set(encoding, table)
  return table
}

const isUnicode = (encoding: Encoding) => encoding.startsWith('utf')

/** Returns whether every character of a text is in an encoding. */
export const isIn = (encoding: Encoding, text: string): boolean =>
  isUnicode(encoding) || [...text].every((sign) => tableOf(encoding).has(sign))

export function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-8 with a mark') return Buffer.from(`\ufeff${text}`)
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  return Buffer.from([...text].flatMap((sign) => tableOf(encoding).get(sign) ?? [0x3f]))
}
