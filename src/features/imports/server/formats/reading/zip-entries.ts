import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl'
import { Refusal } from '#shared/refusal.ts'
import { IMPORT_FILE_BYTES } from '../../../imported-record.rules.ts'
import { refuseFile } from './refuse-file.ts'

const MAX_ENTRIES = 10_000
/** A folder of notes has one for each game. */
const MAX_READ = 2000
/** A table is seldom packed to less than a twentieth of its size; a bomb is packed to a thousandth. */
const HIGHEST_RATIO = 150
/** Below this size the ratio says nothing. */
const RATIO_FROM = 1024 * 1024

const isWanted = (name: string) =>
  /\.(?:csv|tsv|txt|json|jsonl|ndjson|xlsx|ods|md|ya?ml)$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name)

export interface ZipEntry {
  /** The name without its folders. */
  name: string
  bytes: Buffer
}

/** The unpacked entries of an archive that may have games, and the names of all of them. */
export interface ZipContent {
  entries: ZipEntry[]
  names: string[]
}

/** The parts of a workbook, which another reader unpacks: here they are counted. */
const isPartOfWorkbook = (name: string) => /^(?:xl\/.*\.xml|content\.xml|styles\.xml)$/.test(name)

/**
 * Unpacks the tables and JSON files of a zip archive in memory. Refuses damaged and encrypted archives, names that lead
 * out of the archive, and more bytes than an import may have, which it counts while it unpacks.
 */
export async function readZip(bytes: Buffer): Promise<ZipContent> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false })
    if (zip.entryCount > MAX_ENTRIES) refuseFile('import_zip_too_large')
    return await unpacked(zip)
  } catch (error) {
    if (error instanceof Refusal) throw error
    return refuseFile('import_zip_damaged')
  }
}

async function unpacked(zip: ZipFile): Promise<ZipContent> {
  const found: ZipEntry[] = []
  const names: string[] = []
  let remaining = IMPORT_FILE_BYTES
  for await (const entry of zip.eachEntry()) {
    const name = safeName(entry)
    names.push(name)
    const isOfWorkbook = isPartOfWorkbook(name)
    if (!isWanted(name) && !isOfWorkbook) continue
    if (entry.isEncrypted()) refuseFile('import_zip_encrypted')
    if (found.length >= MAX_READ) refuseFile('import_zip_too_large')
    const content = await contentOf(zip, entry, remaining)
    remaining -= content.length
    if (!isOfWorkbook) found.push({ name: name.split('/').at(-1) as string, bytes: content })
  }
  return { entries: found, names }
}

function safeName(entry: Entry): string {
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
  if (validateFileName(name) !== null || name.includes('\0')) refuseFile('import_zip_path')
  return name
}

async function contentOf(zip: ZipFile, entry: Entry, remaining: number): Promise<Buffer> {
  const most = Math.min(remaining, Math.max(RATIO_FROM, entry.compressedSize * HIGHEST_RATIO))
  if (entry.uncompressedSize > most) refuseFile('import_zip_too_large')
  const stream = await zip.openReadStreamPromise(entry)
  // The stream ends with an error if the entry has another size than it says.
  const content = Buffer.allocUnsafe(entry.uncompressedSize)
  let size = 0
  let sum = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.copy(content, size)
    sum = crc32(part, sum)
  }
  if (sum !== entry.crc32) refuseFile('import_zip_damaged')
  return content
}
