import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach } from 'vitest'
import type { Db } from '#db/db.ts'
import { NOTHING_KNOWN, type SourceGame } from '#features/catalogue/server/sources/source.ts'
import { type ImportOptions, importCatalogue } from '#features/catalogue-files/server/import/import-catalogue.ts'
import type { GameId } from '#shared/ids.ts'
import { useTestApp } from '#tests/support/test-app.ts'

/** Imports a file of games with the usual options, and these. */
export const importFile = (db: Db, path: string, now: Date, options: Partial<ImportOptions> = {}) =>
  importCatalogue(
    { db, clock: () => now },
    {
      path,
      rejectsPath: `${path}.rejects.ndjson`,
      mapping: null,
      isDryRun: false,
      isStopped: () => false,
      onStep: () => {},
      ...options,
    },
  )

/** Starts an app with an empty catalogue for each test, and returns helpers for tests of imports. */
export function useImportApp() {
  const app = useTestApp()
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-import-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const NOW = new Date('2026-11-21T12:00:00Z')
  let files = 0
  /** The path of the last import's rejects. */
  let rejectsAt: string | null = null
  const lastRejects = () => rejectsAt

  beforeEach(async () => {
    for (const table of ['game_import_keys', 'catalogue_imports', 'games'] as const)
      await app.db.deleteFrom(table).execute()
  })

  function fileOf(content: string | Buffer, name = 'games.csv'): string {
    files += 1
    const path = join(folder, `${files}-${name}`)
    writeFileSync(path, content)
    return path
  }

  async function importing(path: string, options: Partial<ImportOptions> = {}, db = app.db) {
    const { counts, isFinished, format, rejectsPath } = await importFile(db, path, NOW, options)
    rejectsAt = rejectsPath
    return { ...counts, isFinished, format }
  }

  const HEADER =
    'system,name,title,region,releaseyear,releasemonth,developer,publisher,genre,franchise,esrb,maxusers,source,crc,serial'
  const entry = (
    system: string,
    name: string,
    rest: { year?: string; month?: string; by?: string; from?: string } = {},
  ) =>
    `${system},"${name}","${name.replace(/ ?[([].*$/, '')}",,${rest.year ?? ''},${rest.month ?? ''},${rest.by ?? ''},${rest.from ?? ''},Platform,,,,dat,,`
  const libretro = (...rows: string[]) => [HEADER, ...rows, ''].join('\n')

  const games = async () =>
    (
      await app.db
        .selectFrom('games')
        .select([
          'id',
          'name',
          'platform_ids',
          'first_release_date',
          'developer',
          'details',
          'origin',
          'provenance',
          'search_text',
        ])
        .orderBy('name')
        .orderBy('first_release_date')
        .execute()
    ).map((row) => ({
      ...row,
      year: row.first_release_date && new Date(row.first_release_date * 1000).getUTCFullYear(),
    }))
  const made = (id: string, name: string, rest: Partial<SourceGame> = {}): SourceGame => ({
    ...NOTHING_KNOWN,
    id: id as GameId,
    name,
    ...rest,
  })
  const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000

  return { app, folder, lastRejects, fileOf, importing, HEADER, entry, libretro, games, made, seconds }
}
