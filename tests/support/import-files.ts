import { readFileSync } from 'node:fs'
import type { ImportedRecord, ReadRow, SkippedRow } from '../../src/features/imports/imported-record.rules.ts'
import type { Mapping } from '../../src/features/imports/mapping.rules.ts'
import { openImport } from '../../src/features/imports/server/formats/open-import.ts'
import { zipOf } from './zip.ts'

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
