import { Writable } from 'node:stream'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/db.ts'
import { createLog } from '#server/log.ts'
import type { UpstreamOptions } from '#server/upstream.ts'
import { UNLIMITED_SLOTS } from '#server/upstream-slots.ts'
import type { GameId } from '#shared/ids.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { startFakeRawg } from '#tests/support/fake-rawg.ts'
import { createManualTimeouts } from '#tests/support/fake-upstream.ts'
import { ANY, describeSource, expectSound } from '#tests/support/source-conformance.ts'
import { storeGames } from '../../stored-games/store-games.ts'
import type { SourceQuestion } from '../source.ts'
import { OWN_RAWG_IDS } from '../vocabulary.ts'
import { rawgSource } from './rawg.source.ts'
import { openRawgClient } from './rawg-client.ts'
import { rawgQuestion } from './rawg-terms.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const fake = await startFakeRawg()
const { connectionString, drop } = await cloneDatabase()
const database = openDatabase({ connectionString, poolSize: 4, onError: () => {} })
let time = NOW
const lines: string[] = []
const log = createLog(
  'debug',
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  }),
)
afterAll(async () => {
  await fake.close()
  await database.close()
  await drop()
})
beforeEach(() => {
  time = NOW
  fake.failWith(null)
  fake.useUp(false)
  fake.requests.length = 0
})

function open(options: Partial<UpstreamOptions> = {}, apiKey = fake.apiKey) {
  const client = openRawgClient({
    db: database.db,
    clock: () => time,
    log,
    config: { url: fake.url, apiKey },
    options: { retryDelayMs: () => 0, slots: UNLIMITED_SLOTS, ...options },
  })
  return { client, source: rawgSource(client, () => time) }
}

const { source } = open()
const list = (question: Partial<SourceQuestion>) => source.listGames({ ...ANY, ...question }, NOW)
const asked = () =>
  fake.requests.map(({ path, query }): Record<string, string> => ({ path, ...Object.fromEntries(query) }))
const id = (number: number) => `rawg_${number}` as GameId

describeSource(
  source,
  {
    known: id(3328),
    name: 'The Witcher 3: Wild Hunt',
    other: id(4200),
    unknown: id(5),
    foreign: 'igdb_1942' as GameId,
    words: 'witcher 3',
    several: 'saga of',
    platform: { ask: 18, holds: 48 },
    genre: { ask: 5, holds: 12 },
    achievements: 50,
  },
  {
    failWith: fake.failWith,
    holdTime: createManualTimeouts,
    open: ({ endAfter }) => open({ endAfter }).source,
    requests: () => fake.requests.length,
  },
)

describe('the API key', () => {
  test('is in every request and nowhere else: no response, row, log line or error has it', async () => {
    const { source } = open()
    const outputs: unknown[] = []
    const games = await Promise.all([source.fetchGame(id(3328)), source.fetchGame(id(4200))])
    const found = await source.searchGames('saga', { limit: 48, offset: 0 })
    outputs.push(
      games,
      found,
      await list({ limit: 48 }),
      await source.listTerms(),
      await source.fetchAchievements(id(3328)),
    )
    await storeGames(database.db, [...games.filter((game) => game !== null), ...found.games], 'rawg')
    const { rows } = await database.pool.query('select to_jsonb(games) as row from games')
    outputs.push(rows)
    for (const fault of ['not_found', 'server_error', 'rate_limited', 'garbage', 'drop', 'cut', 'hang'] as const) {
      fake.failWith(fault)
      const error = await open(fault === 'hang' ? { timeoutMs: 100 } : {})
        .source.fetchGame(id(3328))
        .catch((error: Error) => error as Error)
      outputs.push(String(error), (error as Error).stack, (error as Error).cause, error)
    }
    fake.failWith(null)
    for (const wrong of [`${fake.apiKey}-wrong`, fake.apiKey]) {
      fake.useUp(wrong === fake.apiKey)
      const error = await open({}, wrong)
        .source.fetchGame(id(3328))
        .catch((error: Error) => error as Error)
      outputs.push(String(error), (error as Error).stack, error)
    }
    expect(fake.requests.length).toBeGreaterThan(20)
    expect(fake.requests.every(({ query }) => query.get('key')?.startsWith(fake.apiKey))).toBe(true)
    expect(rows.length).toBeGreaterThan(40)
    expect(lines.length).toBeGreaterThan(5)
    expect(JSON.stringify(outputs)).not.toContain(fake.apiKey)
    expect(lines.join()).not.toContain(fake.apiKey)
  })

  test('a wrong key and a used-up plan are different failures, though both are 401', async () => {
    await expect(open({}, 'another').source.fetchGame(id(3328))).rejects.toMatchObject({ kind: 'credentials' })
    const { source, client } = open()
    fake.useUp(true)
    await expect(source.fetchGame(id(3328))).rejects.toMatchObject({ kind: 'quota', status: 401 })
    fake.requests.length = 0
    await expect(source.listTerms()).rejects.toMatchObject({ kind: 'quota' })
    expect(fake.requests).toEqual([])
    expect(client.state()).toMatchObject({ isQuotaUsedUp: true, openUntil: new Date('2026-11-22T12:00:00Z') })
    fake.useUp(false)
    time = new Date('2026-11-22T12:00:00Z')
    expect(await source.fetchGame(id(3328))).toMatchObject({ id: id(3328) })
  })
})

describe('a game', () => {
  test('is fetched with its pictures [R-RAWG-02][R-RAWG-03]', async () => {
    const game = await source.fetchGame(id(3328))
    expect(asked().map(({ path }) => path)).toEqual(['/games/3328', '/games/3328/screenshots'])
    expect(game).toMatchObject({
      rating: 93,
      criticRating: 92,
      totalRating: 92.5,
      totalRatingCount: 6500,
      developers: ['CD PROJEKT RED'],
      alternativeNames: ['Witcher 3'],
      summary: 'A hunter of monsters looks for a child of destiny.',
      backgroundUrl: 'https://media.rawg.io/media/games/abc/the-witcher-3-wild-hunt.jpg',
      gameModes: [{ id: 1, name: 'Single player' }],
      renown: 100,
    })
    // One of the seven is hidden.
    expect(game?.screenshots).toHaveLength(6)
  })

  test('has our ids for terms that IGDB has too, and its own ids for the rest', async () => {
    const witcher = await source.fetchGame(id(3328))
    expect(witcher?.genres).toEqual([
      { id: OWN_RAWG_IDS + 4, name: 'Action' },
      { id: 12, name: 'Role-playing (RPG)' },
    ])
    expect(witcher?.themes.map(({ name }) => name)).toEqual(['Fantasy', 'Open world', 'Action'])
    expect(witcher?.platforms.map(({ id }) => id)).toEqual([6, 48, 49, 130, 167, 169, 14])
    const odd = await source.fetchGame(id(900_001))
    expect(odd?.platforms).toEqual([
      { id: OWN_RAWG_IDS + 22, name: 'Atari Flashback' },
      { id: 29, name: 'Sega Mega Drive/Genesis' },
    ])
    expect(odd).toMatchObject({ firstReleaseDate: null, rating: null, totalRating: null, hypes: 12, summary: null })
  })

  test('is found after a redirect, and keeps the requested id', async () => {
    expect(await source.fetchGame(id(777))).toMatchObject({ id: id(777), name: 'The Witcher 3: Wild Hunt' })
    expect(asked().map(({ path }) => path)).toEqual([
      '/games/777',
      '/games/witcher-3',
      '/games/the-witcher-3-wild-hunt',
      '/games/777/screenshots',
    ])
  })

  test('in a redirect loop is not followed forever', async () => {
    expect(await source.fetchGame(id(778))).toBeNull()
    expect(fake.requests).toHaveLength(4)
  })

  test('is returned without its pictures when only these fail', async () => {
    fake.failWith('server_error', ({ path }) => path.endsWith('/screenshots'))
    expect(await source.fetchGame(id(4200))).toMatchObject({ name: 'Portal 2', screenshots: [], isWhole: false })
  })

  test('has at most fifty achievements, with rarity as a number', async () => {
    expect(await source.fetchAchievements(id(4200))).toEqual([
      {
        externalId: '4200000',
        name: 'Feat 1',
        description: null,
        iconUrl: 'https://media.rawg.io/media/achievements/abc/portal-2-0.jpg',
        rarity: 99.5,
      },
      expect.objectContaining({ name: 'Feat 2', rarity: 98.5 }),
      expect.objectContaining({ name: 'Feat 3', rarity: 97.5 }),
    ])
    expect(await source.fetchAchievements(id(900_001))).toEqual([])
  })
})

describe('a list', () => {
  test('of 48 games needs two requests of 24, because 40 is the maximum [R-RAWG-01]', async () => {
    const { games, total } = await list({ limit: 48, offset: 48, platformId: 4, sort: 'name' })
    expect(asked()).toEqual(
      [3, 4].map((page) => ({
        path: '/games',
        exclude_additions: 'true',
        ordering: 'name',
        platforms: '4',
        page: String(page),
        page_size: '24',
        key: fake.apiKey,
      })),
    )
    for (const game of games) expectSound(game)
    // All remaining games except one that lists omit.
    expect(games.length).toBe((total as number) - 48 - 1)
  })

  test('of an uneven range is cut out of larger pages', async () => {
    const all = (await list({ limit: 40, sort: 'name' })).games.map((game) => game.id)
    expect((await list({ limit: 7, offset: 5, sort: 'name' })).games.map((game) => game.id)).toEqual(all.slice(5, 12))
    const many = (await list({ limit: 100, sort: 'name' })).games.map((game) => game.id)
    expect(many.slice(0, 40)).toEqual(all)
    expect(new Set(many).size).toBe(many.length)
  })

  test('of upcoming games covers two years, trending and recent six months back [R-RAWG-05]', async () => {
    const upcoming = await list({ kind: 'upcoming' })
    const trending = await list({ kind: 'trending' })
    const recent = await list({ kind: 'recent' })
    const classic = await list({ kind: 'classic' })
    expect(asked().map(({ dates, ordering }) => ({ dates, ordering }))).toEqual([
      { dates: '2026-11-21,2028-11-21', ordering: '-added' },
      { dates: '2026-05-21,2026-11-21', ordering: '-added' },
      { dates: '2026-05-21,2026-11-21', ordering: '-released' },
      { dates: '1947-01-01,2021-11-21', ordering: '-added' },
    ])
    expect(upcoming.games.map((game) => game.name)).toEqual(['Soon Enough'])
    expect(trending.games.map((game) => game.name)).toEqual(['Just Out'])
    expect(recent.games.map((game) => game.name)).toEqual(['Just Out'])
    // Ten, of which lists omit one.
    expect(classic.games).toHaveLength(9)
  })

  test('applies both its own window and the requested one', async () => {
    const [from, until] = [Date.UTC(2026, 9, 1) / 1000, Date.UTC(2030, 0, 1) / 1000]
    await list({ kind: 'recent', releasedFrom: from, releasedUntil: until })
    expect(asked()[0]).toMatchObject({ dates: '2026-10-01,2026-11-21' })
  })

  test('omits adult games', async () => {
    const { games } = await list({ limit: 40 })
    expect(games.map((game) => game.id)).not.toContain(id(900_004))
    expect(games[0]?.id).toBe(id(3328))
  })

  test('past the last page is empty', async () => {
    expect(await list({ limit: 40, offset: 4_000 })).toEqual({ games: [], total: null })
  })

  test('is queried with RAWG’s ids, and not at all when RAWG lacks the filter', () => {
    const question = { ...ANY, platformId: 167, genreId: 12, themeId: 17, gameModeId: 3 }
    expect(rawgQuestion(question)).toEqual({ ...question, platformId: 187, genreId: 5 })
    expect(rawgQuestion({ ...ANY, genreId: OWN_RAWG_IDS + 40 })).toEqual({ ...ANY, genreId: 40 })
    expect(rawgQuestion(ANY)).toEqual(ANY)
    expect(rawgQuestion({ ...ANY, platformId: 487 })).toBeNull()
    expect(rawgQuestion({ ...ANY, themeId: 28 })).toBeNull()
  })

  test('by theme and mode is queried by tags', async () => {
    const { games } = await list({ gameModeId: 3 })
    expect(asked()[0]).toMatchObject({ tags: 'co-op,cooperative' })
    expect(games.map((game) => game.name)).toEqual(['Portal 2'])
    expect((await list({ themeId: 17 })).games.map((game) => game.name)).toEqual(['The Witcher 3: Wild Hunt'])
  })
})
