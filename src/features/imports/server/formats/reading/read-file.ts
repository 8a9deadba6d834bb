import { gunzipSync } from 'node:zlib'
import { Refusal } from '#shared/refusal.ts'
import type { Encoding } from '../../../file-encodings.rules.ts'
import { IMPORT_FILE_BYTES } from '../../../imported-record.rules.ts'
import { familiarityOf } from './familiarity.ts'
import { utf8Of } from './file-text.ts'
import { jsonTextOf } from './json-lines.ts'
import { type JsonOutline, outlineOf } from './json-lists.ts'
import { plainTableOf } from './marked-up-text.ts'
import { rowsOfMarkup } from './markup-tables.ts'
import { refuseFile } from './refuse-file.ts'
import { withQuotationMarks } from './single-quotes.ts'
import { openRows, openTable, type Table } from './table.ts'
import { readWorkbook, workbookKindOf } from './workbook.ts'
import { readZip, type ZipEntry } from './zip-entries.ts'

/** A table or a JSON file. `text` is UTF-8. A sheet of a workbook has no encoding. */
export type FileContent = { name: string; encoding: Encoding | null } & (
  | { kind: 'table'; table: Table }
  | { kind: 'json'; text: Buffer; outline: JsonOutline }
)

/** The content of an uploaded file: one file, or the tables and JSON files of an archive or a workbook. */
export type Upload = FileContent | { kind: 'zip'; name: string; files: readonly FileContent[] }

/** Opens an uploaded file. Refuses by name whatever is too large, damaged, or neither table, JSON, workbook nor zip. */
export async function readImportFile(bytes: Uint8Array, name: string, encoding?: Encoding): Promise<Upload> {
  if (bytes.length > IMPORT_FILE_BYTES) refuseFile('import_file_too_large')
  if (bytes.length === 0) refuseFile('import_file_empty')
  const buffer = unpacked(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!isZip(buffer)) return contentOf(buffer, name, encoding)
  const { entries, names } = await readZip(buffer)
  const kind = workbookKindOf(names)
  const files = kind ? await sheetsOf(buffer, kind) : await partsOf(entries, encoding)
  const [first] = files
  if (!first) refuseFile('import_zip_without_games')
  return files.length === 1 && first ? first : { kind: 'zip', name, files }
}

/** Unpacks a file that was packed alone, with gzip. */
function unpacked(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: IMPORT_FILE_BYTES })
  } catch (error) {
    const isTooLong = error instanceof RangeError
    return refuseFile(isTooLong ? 'import_zip_too_large' : 'import_zip_damaged')
  }
}

const sheetsOf = async (bytes: Buffer, kind: 'xlsx' | 'ods'): Promise<FileContent[]> =>
  (await readWorkbook(bytes, kind)).map(({ name, table }) => ({ kind: 'table', name, table, encoding: null }))

/** Opens the parts of an archive one by one. One that cannot be read is left out, unless there is no other. */
async function partsOf(entries: readonly ZipEntry[], encoding: Encoding | undefined): Promise<FileContent[]> {
  const files: FileContent[] = []
  let refusal: unknown
  for (const { bytes, name } of withNotes(entries)) {
    if (bytes.length === 0) continue
    try {
      files.push(...(await partOf(bytes, name, encoding)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusal ??= error
    }
  }
  if (files.length === 0 && refusal) throw refusal
  return files
}

const isMarkdown = ({ name }: ZipEntry) => /\.md$/i.test(name)
const isNote = (entry: ZipEntry) => isMarkdown(entry) && entry.bytes.toString('latin1', 0, 3) === '---'
const hasTable = ({ bytes }: ZipEntry) => /^\s*\|.+\|/m.test(bytes.toString('latin1'))

/**
 * Notes with properties, of which each is a game, are one file. A note without a title is named as its file. Other texts in Markdown,
 * such as a README, are left out, unless they have a table.
 */
function withNotes(given: readonly ZipEntry[]): ZipEntry[] {
  const entries = given.filter((entry) => !isMarkdown(entry) || isNote(entry) || hasTable(entry))
  const notes = entries.filter(isNote)
  if (notes.length < 2) return entries
  const texts = notes.map(({ name, bytes }) => {
    const text = bytes.toString('utf8').trim()
    return /^(?:title|name):/im.test(text) ? text : text.replace('---', `---\ntitle: ${name.replace(/\.md$/i, '')}`)
  })
  return [...entries.filter((entry) => !isNote(entry)), { name: 'Notes', bytes: Buffer.from(texts.join('\n')) }]
}

async function partOf(bytes: Buffer, name: string, encoding: Encoding | undefined): Promise<FileContent[]> {
  if (!isZip(bytes)) return [contentOf(bytes, name, encoding)]
  const kind = workbookKindOf((await readZip(bytes)).names)
  return kind ? sheetsOf(bytes, kind) : []
}

/** 'PK' with the marks of a first entry, of an empty archive, or of a divided one. */
const isZip = (bytes: Buffer) =>
  bytes[0] === 0x50 &&
  bytes[1] === 0x4b &&
  [0x0304, 0x0506, 0x0708].includes(bytes.length > 3 ? bytes.readUInt16BE(2) : 0)

function contentOf(bytes: Buffer, name: string, chosen: Encoding | undefined): FileContent {
  const { text, encoding } = utf8Of(bytes, { encoding: chosen, familiarity: familiarityOf })
  const beginning = text.toString('utf8', 0, 1000).trimStart()
  // '[games]' in a line of its own is a heading of TOML, '[b]' a mark of a forum, and '[ ] Limbo' an item of a list.
  if (/^(?!\[\[?[\w.-]+\]\]?\s*\n)(?:\{(?!\|)|\[\s*(?:[[{"]|\](?!\s*\S)|-?\d|true|false|null|$))/.test(beginning)) {
    const json = jsonTextOf(text)
    return { kind: 'json', name, encoding, text: json, outline: outlineOf(json) }
  }
  if (/^<(?:!doctype|!--|html|\?xml|table|body|div|meta|[a-z]\w*>\s*<)/i.test(beginning)) {
    const found = rowsOfMarkup(text) ?? refuseFile('import_file_page')
    const table = typeof found === 'string' ? openTable(plainTableOf(Buffer.from(found))) : openRows(found)
    return { kind: 'table', name, encoding, table }
  }
  return { kind: 'table', name, encoding, table: openTable(plainTableOf(withQuotationMarks(text))) }
}
