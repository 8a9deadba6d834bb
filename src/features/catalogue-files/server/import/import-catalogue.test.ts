import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { storeGames } from '#features/catalogue/server/stored-games/store-games.ts'
import type { GameId } from '#shared/ids.ts'
import { useImportApp } from '#tests/support/import-app.ts'
import { claimImports, releaseImports } from './import.queries.ts'
import { idOf } from './import-batch.ts'

const { app, folder, lastRejects, fileOf, importing, entry, libretro, games, made, seconds } = useImportApp()

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

  test('HTML entities in any text are decoded, also if they were encoded twice, and the next import mends stored games', async () => {
    const PS3 = 'Sony - PlayStation 3'
    const path = fileOf(
      libretro(
        entry(PS3, 'Ratchet &amp; Clank (USA)', { year: '2012', by: 'Insomniac &amp; Friends', from: 'I&apos;Max' }),
        entry(PS3, 'Ratchet & Clank (Europe)', { year: '2012' }),
        entry(PS3, 'Akiba&amp;#39;s Trip', { year: '2014' }),
      ),
    )
    expect(await importing(path)).toMatchObject({ read: 3, new: 2, merged: 1 })
    const read = async () => (await games()).map(({ name, developer, details }) => ({ name, developer, details }))
    const decoded = [
      { name: "Akiba's Trip" },
      { name: 'Ratchet & Clank', developer: 'Insomniac & Friends', details: { publishers: ["I'Max"] } },
    ]
    expect(await read()).toMatchObject(decoded)
    const [akiba, ratchet] = (await app.db.selectFrom('games').select('id').orderBy('name').execute()) as {
      id: GameId
    }[]
    await storeGames(
      app.db,
      [
        made(akiba?.id as GameId, 'Akiba&#39;s Trip', { platforms: [{ id: 9, name: 'PlayStation 3' }] }),
        made(ratchet?.id as GameId, 'Ratchet &amp; Clank', {
          developers: ['Insomniac &amp; Friends'],
          publishers: ['I&apos;Max'],
          summary: 'Lombax &amp;amp; robot',
        }),
      ],
      'import',
    )
    expect(await importing(path)).toMatchObject({ new: 0 })
    expect(await read()).toMatchObject([decoded[0], { ...decoded[1], details: { summary: 'Lombax & robot' } }])
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
    expect(lastRejects()).not.toBe(`${path}.rejects.ndjson`)
    expect(
      readFileSync(lastRejects() as string, 'utf8')
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
    await app.db.connection().execute(async (other) => {
      expect(await claimImports(other)).toBe(true)
      await expect(importing(path)).rejects.toThrow(
        'Another import is running on this database. Wait until it has finished.',
      )
      await releaseImports(other)
    })
    expect(await importing(path)).toMatchObject({ read: 123 })
  })
})
