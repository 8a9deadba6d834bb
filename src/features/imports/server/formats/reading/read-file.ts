import { IMPORT_FILE_BYTES } from '../../../imported-record.rules.ts'
import { utf8Of } from './file-text.ts'
import { type JsonOutline, outlineOf } from './json-lists.ts'
import { refuseFile } from './refuse-file.ts'
import { openTable, type Table } from './table.ts'
import { readZip } from './zip-entries.ts'

/** A table or a JSON file. `text` is UTF-8. */
export type FileContent =
  | { kind: 'table'; name: string; table: Table }
  | { kind: 'json'; name: string; text: Buffer; outline: JsonOutline }

/** The content of an uploaded file: one file, or the tables and JSON files of an archive. */
export type Upload = FileContent | { kind: 'zip'; name: string; files: readonly FileContent[] }

/** Opens an uploaded file. Refuses by name whatever is too large, damaged, or neither table, JSON nor zip. */
export async function readImportFile(bytes: Uint8Array, name: string): Promise<Upload> {
  if (bytes.length > IMPORT_FILE_BYTES) refuseFile('import_file_too_large')
  if (bytes.length === 0) refuseFile('import_file_empty')
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isZip(buffer)) return contentOf(buffer, name)
  const entries = await readZip(buffer)
  const files: FileContent[] = []
  for (const entry of entries) if (entry.bytes.length > 0) files.push(contentOf(entry.bytes, entry.name))
  const [first] = files
  if (!first) refuseFile('import_zip_without_games')
  return files.length === 1 && first ? first : { kind: 'zip', name, files }
}

/** 'PK' with the marks of a first entry, of an empty archive, or of a divided one. */
const isZip = (bytes: Buffer) =>
  bytes[0] === 0x50 &&
  bytes[1] === 0x4b &&
  [0x0304, 0x0506, 0x0708].includes(bytes.length > 3 ? bytes.readUInt16BE(2) : 0)

function contentOf(bytes: Buffer, name: string): FileContent {
  const text = utf8Of(bytes)
  const beginning = text.toString('utf8', 0, 1000).trimStart()
  if (/^[[{]/.test(beginning)) return { kind: 'json', name, text, outline: outlineOf(text) }
  if (/^<(?:!doctype|html|\?xml)/i.test(beginning)) refuseFile('import_file_page')
  return { kind: 'table', name, table: openTable(text) }
}
