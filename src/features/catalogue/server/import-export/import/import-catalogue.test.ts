import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { NOTHING_KNOWN, type SourceGame } from '../../sources/source.ts'
import { storeGames } from '../../stored-games/store-games.ts'
import { type ExportFormat, exportCatalogue } from '../export/export-catalogue.ts'
import { idOf } from './import-batch.ts'
import { type ImportOptions, importCatalogue } from './import-catalogue.ts'
import { readMapping } from './mapped-rows.ts'

const app = useTestApp()
const folder = mkdtempSync(join(tmpdir(), 'savepoint-import-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const NOW = new Date('2026-11-21T12:00:00Z')
let files = 0
/** The path of the last import's rejects. */
let rejectsAt: string | null = null

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
  const { counts, isFinished, format, rejectsPath } = await importCatalogue(
    { db, clock: () => NOW },
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
  ).map((row) => ({ ...row, year: row.first_release_date && new Date(row.first_release_date * 1000).getUTCFullYear() }))
const made = (id: string, name: string, rest: Partial<SourceGame> = {}): SourceGame => ({
  ...NOTHING_KNOWN,
  id: id as GameId,
  name,
  ...rest,
})
const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000

describe('the libretro database', () => {
  test('regions, revisions and discs of one game on one system become one game with an id of our own', async () => {
    const path = fileOf(
      libretro(
        entry('Sega - Saturn', 'NiGHTS into Dreams... (Europe)', { year: '1996', month: '8', by: 'Sonic Team' }),
        entry('Sega - Saturn', 'NiGHTS into Dreams... (Japan) (Rev A)', { year: '1996', month: '7' }),
        entry('Sega - Saturn', 'NiGHTS into Dreams... (USA) (Demo)'),
      ),
    )
    expect(await importing(path)).toMatchObject({
      read: 3,
      new: 1,
      merged: 2,
      rejected: 0,
      format: 'the libretro database (CSV)',
    })
    const [game, ...others] = await games()
    expect(others).toEqual([])
    expect(game).toMatchObject({
      name: 'NiGHTS into Dreams...',
      platform_ids: [32],
      first_release_date: seconds('1996-07-01'),
      developer: 'Sonic Team',
      origin: 'import',
    })
    expect(game?.id).toMatch(/^local_\d{1,12}$/)
    const { body } = await app.visitor().get(`/api/games/${game?.id}`)
    expect(body.game).toMatchObject({
      id: game?.id,
      dataSource: 'unknown',
      platforms: [{ id: 32, name: 'Sega Saturn' }],
    })
  })

  test('the same game on several systems is one, and different games with the same name stay separate', async () => {
    const path = fileOf(
      libretro(
        entry('Nintendo - Super Nintendo Entertainment System', 'Aladdin (USA)', { year: '1993', by: 'Capcom' }),
        entry('Sega - Game Gear', 'Aladdin (USA)', { year: '1994', by: 'SEGA' }),
        entry('Sega - Master System - Mark III', 'Aladdin (Europe)', { year: '1994', by: 'Sega' }),
        entry('Sega - Mega Drive - Genesis', 'Aladdin (USA)', { year: '1993', by: 'Virgin' }),
        entry('Atari - ST', 'Chess'),
        entry('Commodore - Amiga', 'Chess'),
      ),
    )
    expect(await importing(path)).toMatchObject({ new: 5, merged: 1 })
    const aladdins = (await games()).filter(({ name }) => name === 'Aladdin')
    expect(aladdins.map(({ platform_ids }) => platform_ids).toSorted()).toEqual([[19], [29], [35, 64]])
  })

  test('hacks, add-ons and demos without a game are marked; other things than games are rejected with the reason', async () => {
    const path = fileOf(
      libretro(
        entry('HBMAME', 'Pac-Man (Ghosts are slow)'),
        entry('MAME', 'Pac-Man (Midway)', { year: '1980' }),
        entry('MAME BIOS', 'Neo-Geo'),
        entry('Sony - PlayStation', 'Only Shown (Japan) (Taikenban)'),
        entry('Sony - PlayStation 3 (PSN)', 'Fat Princess (USA) (Theme)'),
        entry('', 'Nowhere'),
        'too,few,cells',
      ),
    )
    expect(await importing(path)).toMatchObject({ read: 7, new: 3, rejected: 4 })
    expect((await games()).map(({ name }) => name)).toEqual(['Only Shown (Demo)', 'Pac-Man', 'Pac-Man (Hack)'])
    const rejects = readFileSync(`${path}.rejects.ndjson`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'is no game: MAME BIOS holds firmware'],
      [6, 'is no game: Theme'],
      [7, 'has no system'],
      [8, 'has 3 cells where the header has 15'],
    ])
  })

  test('a known game gets absent facts, and retains those of its source', async () => {
    const dates = { firstReleaseDate: seconds('1993-12-10'), platforms: [{ id: 13, name: 'DOS' }] }
    await storeGames(app.db, [made('igdb_673', 'Doom', { ...dates, developers: ['id Software'] })], 'igdb')
    const path = fileOf(libretro(entry('DOS', 'Doom (1996)', { year: '1996', by: 'Somebody', from: 'GT Interactive' })))
    expect(await importing(path)).toMatchObject({ new: 1 })
    await app.db.deleteFrom('games').where('origin', '=', 'import').execute()
    const agreeing = fileOf(libretro(entry('DOS', 'Doom', { year: '1993', from: 'GT Interactive' })))
    expect(await importing(agreeing)).toMatchObject({ new: 0, enriched: 1 })
    const [doom] = await games()
    expect(doom).toMatchObject({
      id: 'igdb_673',
      first_release_date: dates.firstReleaseDate,
      developer: 'id Software',
      origin: 'igdb',
    })
    expect(doom?.details).toMatchObject({ publishers: ['GT Interactive'] })
    expect(doom?.provenance).toMatchObject({ publishers: { origin: 'import' } })
    expect(await importing(agreeing)).toMatchObject({ new: 0, enriched: 0, unchanged: 1 })
  })

  test('a live source takes over an imported row, and the next import leaves it unchanged', async () => {
    const dump = fileOf(`{"id":100,"name":"Ours","summary":"From the dump."}\n`, 'dump.ndjson')
    await importing(dump)
    await storeGames(app.db, [made('igdb_100', 'Theirs', { summary: 'Live.' })], 'igdb')
    expect(await importing(dump)).toMatchObject({ enriched: 0, unchanged: 1 })
    expect((await games())[0]).toMatchObject({ name: 'Theirs', origin: 'igdb', details: { summary: 'Live.' } })
    await storeGames(app.db, [made('igdb_100', 'Built in')], 'local')
    await storeGames(app.db, [made('igdb_100', 'Imported')], 'import')
    expect((await games())[0]?.name).toBe('Theirs')
  })

  test("a dump fills every absent fact of a source's row, once", async () => {
    await storeGames(app.db, [made('igdb_100', 'Bare', { renown: 40 })], 'local')
    const row = {
      id: 100,
      name: 'Bare in the dump',
      game_type: 2,
      parent_game: 7,
      hypes: 5,
      aggregated_rating: 88,
      aggregated_rating_count: 4,
      rating: 80,
      storyline: 'Long.',
      cover: { id: 1, image_id: 'co1' },
      screenshots: [{ id: 1, image_id: 'sc1' }],
      videos: [{ id: 1, name: 'Trailer', video_id: 'abcdefghijk' }],
      alternative_names: [{ id: 1, name: 'Also' }],
    }
    const dump = fileOf(`${JSON.stringify(row)}\n`, 'dump.ndjson')
    expect(await importing(dump)).toMatchObject({ enriched: 1 })
    const [game] = await games()
    expect(game).toMatchObject({ name: 'Bare', origin: 'local', provenance: { game_type: { origin: 'import' } } })
    expect(game?.details).toMatchObject({ storyline: 'Long.', videos: [{ videoId: 'abcdefghijk' }] })
    expect(await importing(dump)).toMatchObject({ enriched: 0, unchanged: 1 })
  })

  test('an id of another game is not used twice, and stays the same at the next import', async () => {
    const key = 'libretro:Sega - Saturn/panzerdragoon'
    await storeGames(app.db, [made(idOf(key), 'Another')], 'import')
    const path = fileOf(libretro(entry('Sega - Saturn', 'Panzer Dragoon (USA)')))
    await importing(path)
    const first = (await games()).find(({ name }) => name === 'Panzer Dragoon')
    expect(first?.id).toBe(idOf(key, 1))
    expect(await importing(path)).toMatchObject({ new: 0, unchanged: 1 })
  })
})

describe('an import', () => {
  const many = libretro(
    ...Array.from({ length: 60 }, (_, n) =>
      entry('Sega - Saturn', `Game ${String(n).padStart(2, '0')} (USA)`, { year: '1995' }),
    ),
    ...Array.from({ length: 3 }, () => entry('', 'Nowhere')),
    ...Array.from({ length: 60 }, (_, n) =>
      entry('Sony - PlayStation', `Game ${String(n).padStart(2, '0')} (USA)`, { year: '1996' }),
    ),
  )
  const state = async () =>
    (await app.db.selectFrom('games').select(['id', 'name', 'platform_ids', 'updated_at']).orderBy('id').execute()).map(
      (row) => JSON.stringify(row),
    )

  test('that is repeated changes nothing', async () => {
    const path = fileOf(many)
    expect(await importing(path)).toMatchObject({ read: 123, new: 60, merged: 60, rejected: 3 })
    const before = await state()
    expect(await importing(path)).toMatchObject({
      read: 123,
      new: 0,
      enriched: 0,
      unchanged: 120,
      merged: 0,
      rejected: 3,
    })
    expect(await state()).toEqual(before)
  })

  test('that was stopped resumes, with the same result', async () => {
    const path = fileOf(gzipSync(many), 'games.csv.gz')
    let batches = 0
    const first = await importing(path, { batchSize: 25, isStopped: () => ++batches === 3 })
    expect(first).toMatchObject({ read: 75, isFinished: false, rejected: 3 })
    // Rows that were rejected after the last checkpoint are repeated, so their lines are cut off.
    writeFileSync(`${path}.rejects.ndjson`, `${readFileSync(`${path}.rejects.ndjson`, 'utf8')}{"line":99}\n`)
    const resumed: number[] = []
    const second = await importing(path, {
      batchSize: 25,
      onStep: (step) => step.kind === 'detected' && resumed.push(step.resumedAt),
    })
    expect(resumed).toEqual([75])
    expect(second).toMatchObject({ read: 123, new: 60, merged: 60, rejected: 3, isFinished: true })
    expect(readFileSync(`${path}.rejects.ndjson`, 'utf8').trim().split('\n')).toHaveLength(3)
  })

  test.each([
    ['a folder', (path: string) => mkdirSync(`${path}.rejects.ndjson`), {}],
    ['in a folder that is not there', () => {}, { rejectsPath: join(folder, 'nowhere', 'x.rejects.ndjson') }],
  ])('whose rejects are not writable (%s) succeeds, and reports their other path', async (_where, block, options) => {
    const path = fileOf(many)
    block(path)
    expect(await importing(path, { batchSize: 25, ...options })).toMatchObject({
      read: 123,
      rejected: 3,
      isFinished: true,
    })
    expect(rejectsAt).not.toBe(`${path}.rejects.ndjson`)
    expect(
      readFileSync(rejectsAt as string, 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(3)
  })

  test('that fails in the middle of a batch leaves complete batches and its checkpoint', async () => {
    const path = fileOf(many)
    let batches = 0
    const breaking = importing(path, {
      batchSize: 25,
      isStopped: () => {
        batches += 1
        if (batches === 2) throw new Error('pulled the plug')
        return false
      },
    })
    await expect(breaking).rejects.toThrow('pulled the plug')
    const row = await app.db.selectFrom('catalogue_imports').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ records: 50, finished_at: null })
    expect(await games()).toHaveLength(50)
    expect(await importing(path)).toMatchObject({ read: 123, new: 60 })
  })

  test('as a dry run counts and writes nothing', async () => {
    const path = fileOf(many)
    expect(await importing(path, { isDryRun: true })).toMatchObject({ read: 123, new: 60, merged: 60, rejected: 3 })
    expect(await games()).toEqual([])
    expect(await app.db.selectFrom('catalogue_imports').selectAll().execute()).toEqual([])
    expect(existsSync(`${path}.rejects.ndjson`)).toBe(false)
  })

  test('does not wait for another import', async () => {
    const path = fileOf(many)
    let second: Promise<unknown> | undefined
    await importing(path, {
      batchSize: 50,
      onStep: (step) => {
        if (step.kind === 'importing')
          second ??= importing(path).then(
            () => null,
            (error: Error) => error.message,
          )
      },
      isStopped: () => false,
    })
    expect(await second).toBe('Another import is running on this database. Wait until it has finished.')
  })
})

describe('other files', () => {
  test("Steam's list is imported", async () => {
    const path = fileOf(
      'name,release_date,price,positive,negative,app_id,min_owners,max_owners,hltb_single\nTrain Bandit,"Oct 12, 2017",0.99,53,5,655370,0,20000,\nHenosis™,"Jul 23, 2020",5.99,3,0,1355720,0,20000,\nBroken,"Feb 31, 2020",0,0,0,1,0,0,\nMonthly,Dec 2020,0,0,0,2,0,0,\n',
    )
    expect(await importing(path)).toMatchObject({ new: 3, rejected: 1, format: "Steam's games (CSV)" })
    expect(await games()).toMatchObject([
      { name: 'Henosis™', platform_ids: [6], first_release_date: seconds('2020-07-23') },
      { name: 'Monthly', first_release_date: seconds('2020-12-01') },
      { name: 'Train Bandit', first_release_date: seconds('2017-10-12') },
    ])
    expect(readFileSync(`${path}.rejects.ndjson`, 'utf8')).toContain("has 'Feb 31, 2020' where a date should be")
  })

  test('any CSV with a mapping is imported; semicolons separate, and a byte order mark is ignored', async () => {
    const path = fileOf('\uFEFFTitel;Datum;System;Studio\nÖde;24.12.1999;Dreamcast|Abacus 3000;"A; B"\n;;;\n')
    const mapping = readMapping('name=Titel,released=Datum:DD.MM.YYYY,platform=System,developer=Studio')
    expect(await importing(path, { mapping })).toMatchObject({ read: 2, new: 1, rejected: 1 })
    const [game] = await games()
    expect(game).toMatchObject({ name: 'Öde', first_release_date: seconds('1999-12-24'), developer: 'A' })
    expect(game?.platform_ids[0]).toBe(23)
    expect(game?.platform_ids[1]).toBeGreaterThanOrEqual(900_000)
    expect(await importing(path, { mapping })).toMatchObject({ new: 0, unchanged: 1 })
  })

  test("IGDB's dump, whose references are bare ids, and its rows of JSON are imported", async () => {
    const dump = fileOf(
      'id,name,first_release_date,platforms,genres,summary,total_rating,cover\n1942,The Witcher 3,2015-05-19 00:00:00,"{6,48}",{12},"Line one\nline two",92.123456,89386\n500001,Too far,,,,,,\n',
    )
    expect(await importing(dump)).toMatchObject({ read: 2, new: 1, rejected: 1, format: "IGDB's dump (CSV)" })
    expect((await games())[0]).toMatchObject({
      id: 'igdb_1942',
      platform_ids: [6, 48],
      first_release_date: seconds('2015-05-19'),
    })
    const rows = fileOf(
      `{"id":1942,"name":"The Witcher 3: Wild Hunt","cover":{"id":1,"image_id":"co1wyy"},"involved_companies":[{"company":{"id":1,"name":"CD Projekt RED"},"developer":true,"publisher":false}]}\nnot json\n{"id":"x"}\n`,
      'rows.ndjson',
    )
    expect(await importing(rows)).toMatchObject({ read: 3, enriched: 1, rejected: 2 })
    // The newer row wins, but facts that only the older one has stay.
    expect((await games())[0]).toMatchObject({
      name: 'The Witcher 3: Wild Hunt',
      developer: 'CD Projekt RED',
      platform_ids: [6, 48],
    })
    expect(await importing(rows)).toMatchObject({ enriched: 0, unchanged: 1 })
  })

  test.each<ExportFormat>(['ndjson', 'csv'])(
    'a catalogue exported as %s gives the same rows in an empty catalogue',
    async (format) => {
      await storeGames(
        app.db,
        [
          made('igdb_1', 'All, "of" it\nand more', {
            alternativeNames: ['全部'],
            firstReleaseDate: -1000,
            platforms: [{ id: 6, name: 'PC (Microsoft Windows)' }],
            genres: [{ id: 12, name: 'Role-playing (RPG)' }],
            themes: [{ id: 1, name: 'Action' }],
            gameModes: [{ id: 1, name: 'Single player' }],
            developers: ['A', 'B'],
            publishers: ['C; D'],
            series: 'S',
            rating: 80.5,
            totalRating: 81.25,
            totalRatingCount: 7,
            criticRating: 90,
            criticRatingCount: 3,
            hypes: 12,
            gameType: 2,
            parentId: 'igdb_7' as GameId,
            coverImageId: 'co1',
            coverUrl: 'https://media.rawg.io/media/games/a/b.jpg',
            backgroundUrl: 'https://images.igdb.com/igdb/image/upload/t_1080p/ar1.jpg',
            artworks: ['https://images.igdb.com/igdb/image/upload/t_1080p/ar1.jpg'],
            screenshots: ['https://images.igdb.com/igdb/image/upload/t_1080p/sc1.jpg'],
            videos: [{ id: '1', name: 'Trailer', provider: 'youtube', videoId: 'abcdefghijk' }],
            isWhole: true,
            renown: 5,
            summary: 'Sum\n"mary"',
            storyline: '{not json',
          }),
        ],
        'igdb',
      )
      await storeGames(app.db, [made('rawg_5', 'Five')], 'rawg')
      await importing(fileOf(libretro(entry('Sega - Saturn', 'Burning Rangers', { year: '1998' }))))
      const exportOf = async (db: typeof app.db) => {
        const out = new PassThrough()
        const chunks: Buffer[] = []
        out.on('data', (chunk) => chunks.push(chunk))
        expect(await exportCatalogue(db, out, format)).toBe(3)
        return Buffer.concat(chunks).toString()
      }
      const text = await exportOf(app.db)
      const { connectionString, drop } = await cloneDatabase()
      const other = openDatabase({ connectionString, poolSize: 2, onError: () => {} })
      try {
        const path = fileOf(text, `export.${format}`)
        expect(await importing(path, {}, other.db)).toMatchObject({ new: 3, rejected: 0 })
        const rowsOf = async (db: typeof app.db) =>
          (await db.selectFrom('games').selectAll().orderBy('id').execute()).map(
            ({ created_at, updated_at, ...row }) => row,
          )
        expect(await rowsOf(other.db)).toEqual(await rowsOf(app.db))
        expect(await exportOf(other.db)).toBe(text)
        expect(await importing(path, {}, other.db)).toMatchObject({ new: 0, enriched: 0, unchanged: 3 })
      } finally {
        await other.close()
        await drop()
      }
    },
  )
})

test('an export to a stream that has already failed ends with its error', { timeout: 20_000 }, async () => {
  const out = new PassThrough({ highWaterMark: 1 })
  out.on('error', () => {})
  const closed = new Promise((resolve) => out.once('close', resolve))
  out.destroy(new Error('no such folder'))
  await closed
  await expect(exportCatalogue(app.db, out, 'csv')).rejects.toThrow('no such folder')
})

describe('an unreadable file', () => {
  const cases: [string, string | Buffer, RegExp][] = [
    ['is empty', '', /is empty\.$/],
    ['is an empty archive', gzipSync(''), /is empty\.$/],
    ['has another header', 'a,b\n1,2\n', /does not begin with a known header \(a, b…\)\. Map .* --map name=/],
    [
      'is Latin-1',
      Buffer.concat([Buffer.from(`${HEADER}\n`), Buffer.from('Sega,Köln,Köln', 'latin1')]),
      /is not UTF-8 \(near line 2\).*iconv/,
    ],
    ['is UTF-16', Buffer.from(`\uFEFF${HEADER}`, 'utf16le'), /is UTF-16; convert it first/],
    ['contains NUL bytes', `${HEADER}\nA\0B`, /is not a text file: it contains NUL bytes \(near line 1\)/],
    [
      'has a line of more than 10 MB',
      `${HEADER}\n${'x'.repeat(10 * 1024 * 1024 + 1)}\n`,
      /Line 2 of .* is longer than 10 MB\.$/,
    ],
    ['is half an archive', gzipSync(many()).subarray(0, 300), /is cut off: its gzip archive is incomplete\.$/],
    ['is a damaged archive', damaged(gzipSync(many())), /is a damaged gzip archive/],
    [
      'never closes a quote',
      `${HEADER}\n${entry('Sega - Saturn', 'A')}\nSega,"open\nand,no,more\n`,
      /the quote that opens after line 2 is never closed/,
    ],
    ['is one JSON array', '[{"id":1}]', /is one JSON array\. Convert it to one row per line first/],
    ['is JSON of something else', '{"name":"x"}\n', /its first row has no id/],
  ]
  test.each(cases)(
    'is refused with one sentence because it %s, and nothing is written',
    async (_, content, message) => {
      await expect(importing(fileOf(content))).rejects.toThrow(message)
      expect(await games()).toEqual([])
      expect(await app.db.selectFrom('catalogue_imports').selectAll().execute()).toEqual([])
    },
  )

  test('is refused when it is missing', async () => {
    await expect(importing(join(folder, 'nothing.csv'))).rejects.toThrow(/^There is no file/)
  })

  function many() {
    return libretro(...Array.from({ length: 500 }, (_, n) => entry('Sega - Saturn', `Game ${Math.sin(n)}`)))
  }
  function damaged(bytes: Buffer) {
    bytes.fill(0xaa, 500, 900)
    return bytes
  }
})
