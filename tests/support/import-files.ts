import { readFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'
import type { ImportedRecord, ReadRow, SkippedRow } from '../../src/features/imports/imported-record.rules.ts'
import type { Mapping } from '../../src/features/imports/mapping.rules.ts'
import { openImport } from '../../src/features/imports/server/formats/open-import.ts'

/** The time of the tests: a later date is out of range. */
export const IMPORT_NOW = new Date('2026-11-23T12:00:00Z')

/** Returns a file of `import-fixtures/`, made after the reference of its format. */
export const importFixture = (name: string): Buffer => readFileSync(new URL(`import-fixtures/${name}`, import.meta.url))

/** The archive of NeoDB, with a table that is not about games. */
export const neodbArchive = () =>
  zipOf([
    ...['game_mark.csv', 'game_review.csv', 'game_note.csv'].map((name) => ({
      name,
      bytes: importFixture(`neodb-${name}`),
    })),
    {
      name: 'book_mark.csv',
      bytes: Buffer.from('title,info,links,timestamp,status,rating,comment,tags\nDune,,,,complete,,,\n'),
    },
  ])

/** Reads a file through the front door. */
export async function readImport(bytes: Uint8Array, name: string, mapping?: Mapping) {
  const opened = await openImport(bytes, name, { now: IMPORT_NOW, ...(mapping && { mapping }) })
  const rows = await allOf(opened.records())
  const records = rows.flatMap((row) => ('record' in row ? [row.record] : []))
  return {
    ...opened,
    records,
    skipped: rows.flatMap((row): SkippedRow[] => ('skipped' in row ? [row.skipped] : [])),
    /** The only record with this title. */
    titled: (title: string): ImportedRecord => {
      const found = records.filter((record) => record.title === title)
      if (found.length !== 1)
        throw new Error(`${found.length} records are titled ${title}: ${records.map((record) => record.title)}`)
      return found[0] as ImportedRecord
    },
  }
}

export async function allOf(rows: AsyncIterable<ReadRow>): Promise<ReadRow[]> {
  const all: ReadRow[] = []
  for await (const row of rows) all.push(row)
  return all
}

interface ZipPart {
  name: string
  bytes: Buffer
  /** Bit 0 says that the entry is encrypted. */
  flags?: number
  /** The unpacked size that the archive claims. */
  claimed?: number
}

/** Makes a zip archive, also one that no program would make. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  /** Equal entries of a large archive are packed once. */
  const packs = new Map<Buffer, Buffer>()
  let offset = 0
  for (const { name, bytes, flags = 0, claimed = bytes.length } of parts) {
    const packed = packs.get(bytes) ?? deflateRawSync(bytes)
    packs.set(bytes, packed)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x800 | flags, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimed, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}
