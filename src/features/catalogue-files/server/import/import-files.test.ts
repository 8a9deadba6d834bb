import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#db/db.ts'
import { storeGames } from '#features/catalogue/server/stored-games/store-games.ts'
import type { GameId } from '#shared/ids.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { useImportApp } from '#tests/support/import-app.ts'
import { type ExportFormat, exportCatalogue } from '../export/export-catalogue.ts'
import { readMapping } from './mapped-rows.ts'

const { app, folder, fileOf, importing, HEADER, entry, libretro, games, made, seconds } = useImportApp()

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
    const ids = await app.db.selectFrom('game_external_ids').select(['source', 'uid']).orderBy('uid').execute()
    expect(ids).toEqual(['1355720', '2', '655370'].map((uid) => ({ source: 'steam', uid })))
    expect(await importing(path)).toMatchObject({ new: 0, enriched: 0, unchanged: 3 })
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

  test('entities in files of IGDB, of ourselves and with a mapping are decoded', async () => {
    await importing(fileOf('{"id":7,"name":"Tom &amp; Jerry","summary":"Cat &#38; mouse"}\n', 'rows.ndjson'))
    await importing(
      fileOf('id,name,first_release_date,platforms,genres,summary\n8,Pok&eacute;mon,,,,One &amp; two\n', 'dump.csv'),
    )
    const mapping = readMapping('name=title,developer=maker')
    await importing(fileOf('title,maker\nR&D &amp; Co,A &amp; B\n'), { mapping })
    expect((await games()).map(({ name, developer, details }) => [name, developer, details])).toMatchObject([
      ['Pokémon', null, { summary: 'One & two' }],
      ['R&D & Co', 'A & B', {}],
      ['Tom & Jerry', null, { summary: 'Cat & mouse' }],
    ])
  })

  test("IGDB's dump, whose references are bare ids, and its rows of JSON are imported", async () => {
    const dump = fileOf(
      'id,name,first_release_date,platforms,genres,summary,total_rating,cover\n1942,The Witcher 3,2015-05-19 00:00:00,"{6,48}",{12},"Line one\nline two",92.123456,89386\n500001,The Newest,,,,,,\n2147483648,Too far,,,,,,\n',
    )
    expect(await importing(dump)).toMatchObject({ read: 3, new: 2, rejected: 1, format: "IGDB's dump (CSV)" })
    expect((await games()).map(({ id }) => id)).toEqual(['igdb_500001', 'igdb_1942'])
    expect((await games())[1]).toMatchObject({
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
    expect((await games())[1]).toMatchObject({
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
            externalIds: [
              { source: 'igdb_slug', uid: 'all-of-it' },
              { source: 'steam', uid: '620' },
            ],
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
            status: 'delisted',
            franchise: 'F',
            ratingCount: 4,
            releases: [{ platform: 'Linux', region: 'asia', status: null, date: '2001-Q2' }],
            multiplayer: [
              { platform: null, online: 8, couch: null, onlineCoop: null, couchCoop: null, kinds: ['lan'] },
            ],
            ageRatings: [{ board: 'USK', rating: '12', descriptors: ['D'] }],
            languages: [{ name: 'Thai', audio: false, subtitles: true, interface: false }],
            links: [{ kind: 'official', url: 'https://example.com/?a="b"' }],
            engines: ['E'],
            perspectives: ['P'],
            relations: [{ kind: 'remake', role: 'part', id: 'igdb_8' as GameId }],
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
        const idsOf = (db: typeof app.db) => db.selectFrom('game_external_ids').selectAll().orderBy('uid').execute()
        expect(await idsOf(other.db)).toEqual(await idsOf(app.db))
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
