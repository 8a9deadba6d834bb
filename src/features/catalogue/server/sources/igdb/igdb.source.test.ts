import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/db.ts'
import { createLog } from '#server/log.ts'
import type { UpstreamOptions } from '#server/upstream.ts'
import { UNLIMITED_SLOTS } from '#server/upstream-slots.ts'
import type { GameId } from '#shared/ids.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { type FakeIgdb, startFakeIgdb } from '#tests/support/fake-igdb.ts'
import { createManualTimeouts, type UpstreamRequest } from '#tests/support/fake-upstream.ts'
import { ANY, describeSource } from '#tests/support/source-conformance.ts'
import { weightedScore } from '../../../catalogue.rules.ts'
import type { SourceGame, SourceQuestion } from '../source.ts'
import { igdbSource } from './igdb.source.ts'
import { gamesOf } from './igdb-answers.ts'
import { openIgdbClient } from './igdb-client.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const DAY = 24 * 60 * 60
const SECONDS = NOW.getTime() / 1000
const fake = await startFakeIgdb({ now: NOW, limits: null })
const uncounted = await startFakeIgdb({ now: NOW, limits: null, withoutCount: true })
const { connectionString, drop } = await cloneDatabase()
const database = openDatabase({ connectionString, poolSize: 4, onError: () => {} })
afterAll(async () => {
  await fake.close()
  await uncounted.close()
  await database.close()
  await drop()
})
beforeEach(() => {
  for (const { upstream } of [fake, uncounted]) {
    upstream.failWith(null)
    upstream.requests.length = 0
  }
})

function open(options: Partial<UpstreamOptions> = {}, { url, tokenUrl, clientId, clientSecret }: FakeIgdb = fake) {
  const client = openIgdbClient({
    db: database.db,
    clock: () => NOW,
    log: createLog('silent'),
    config: { url, tokenUrl, clientId, clientSecret },
    options: { retryDelayMs: () => 0, slots: UNLIMITED_SLOTS, ...options },
  })
  return { client, source: igdbSource(client) }
}

const { source } = open()
const list = (question: Partial<SourceQuestion>) => source.listGames({ ...ANY, ...question }, NOW)
const queries = (of: FakeIgdb = fake) =>
  of.apiRequests().map(({ path, body }) => `${path.slice('/v4/'.length)}: ${withoutFields(body)}`)
const withoutFields = (body: string) => body.replace(/fields [^;]*; ?/, '')
const id = (number: number) => `igdb_${number}` as GameId
const CATALOGUE = 'game_type = (0,4,8,9,10,11) & version_parent = null & themes != (42)'

describeSource(
  source,
  {
    known: id(1942),
    name: 'The Witcher 3: Wild Hunt',
    other: id(71),
    unknown: id(499_998),
    foreign: 'rawg_3328' as GameId,
    words: 'witcher 3',
    several: 'the',
    platform: { ask: 130, holds: 130 },
    genre: { ask: 12, holds: 12 },
    achievements: null,
  },
  {
    failWith: fake.upstream.failWith,
    holdTime: createManualTimeouts,
    open: ({ endAfter }) => open({ endAfter }).source,
    requests: () => fake.upstream.requests.length,
  },
)

test('a whole game has the facts of its page, and its relations by kind', async () => {
  expect(await source.fetchGame(id(1942))).toMatchObject({
    status: 'released',
    franchise: 'The Witcher',
    releases: [
      { region: 'worldwide', status: null, date: '2015-05-19' },
      { region: 'japan', status: null, date: '2015' },
    ],
    multiplayer: [
      {
        platform: 'PC (Microsoft Windows)',
        online: 8,
        couch: 2,
        onlineCoop: 4,
        couchCoop: null,
        kinds: ['campaign', 'online_coop', 'drop_in', 'split_screen'],
      },
    ],
    ageRatings: [
      { board: 'ESRB', rating: 'M', descriptors: ['Blood and Gore', 'Strong Language'] },
      { board: 'PEGI', rating: '18', descriptors: ['Violence'] },
    ],
    languages: [
      { name: 'English', audio: true, subtitles: true, interface: true },
      { name: 'Polish', audio: false, subtitles: true, interface: false },
    ],
    links: [
      { kind: 'official', url: 'https://example.com/the-witcher-3' },
      { kind: 'wikipedia' },
      { kind: 'steam', url: 'https://store.steampowered.com/app/292030' },
      { kind: 'gog' },
    ],
    engines: ['REDengine 3'],
    perspectives: ['Third person'],
    relations: expect.arrayContaining([
      { kind: 'remaster', role: 'part', id: 'igdb_71' },
      { kind: 'similar', role: 'part', id: 'igdb_299999' },
    ]),
  })
  expect((await source.fetchGame(id(71)))?.status).toBe('early_access')
})

describe('requests', () => {
  test('identify the app and name the current fields', async () => {
    await source.fetchGame(id(1942))
    const request = fake.apiRequests().find(({ path }) => path === '/v4/games') as UpstreamRequest
    expect(request).toMatchObject({ method: 'POST', path: '/v4/games' })
    expect(request.headers).toMatchObject({
      'client-id': fake.clientId,
      authorization: expect.stringMatching(/^Bearer \w+$/),
      'user-agent': expect.stringMatching(/^Savepoint/),
    })
    expect(withoutFields(request.body)).toBe('where id = (1942); limit 1;')
    const fields = /fields ([^;]*);/.exec(request.body)?.[1]?.split(',') ?? []
    expect(fields).toEqual(expect.arrayContaining(['game_type', 'collections.name', 'screenshots.image_id', 'summary']))
    for (const old of ['category', 'status', 'collection', 'collection.name', 'follows'])
      expect(fields).not.toContain(old)
  })

  test('for many games are one request, and one for their times', async () => {
    await source.fetchGames([id(1942), id(71), id(20)])
    expect(queries().sort()).toEqual([
      'game_time_to_beats: where game_id = (1942,71,20); limit 3;',
      'games: where id = (1942,71,20); limit 3;',
    ])
  })

  test('for a search fetch twice the page, at most 50, never sorted [R-CAT-16]', async () => {
    for (const limit of [5, 10, 24, 48]) await source.searchGames('halo', { limit, offset: 0 })
    expect(queries()).toEqual(
      [10, 20, 48, 50].map((limit) => `games: search "halo"; where version_parent = null; limit ${limit};`),
    )
  })

  test('contain typed words as one string, in every case', async () => {
    await source.searchGames('say "hello"; \\ // goodbye\nlimit 500;', { limit: 10, offset: 0 })
    expect(queries()[0]).toMatch(/^games: search "say \\"hello\\" \/\/ goodbye limit 500"; where /)
  })

  test('have every filter of a list', async () => {
    await list({
      platformId: 6,
      genreId: 12,
      themeId: 17,
      gameModeId: 1,
      anyModeOf: [2, 3],
      releasedFrom: -100,
      releasedUntil: 100,
      minRating: 60.5,
      maxRating: 90,
      sort: 'rating',
      limit: 48,
      offset: 96,
    })
    expect(queries()).toEqual([
      `games: where ${CATALOGUE} & platforms = (6) & genres = (12) & themes = (17) & game_modes = (1) & ` +
        'game_modes = (2,3) & first_release_date >= -100 & first_release_date < 100 & total_rating >= 60.5 & ' +
        'total_rating <= 90 & total_rating_count >= 50 & total_rating != null; sort total_rating desc; limit 48; offset 96;',
    ])
  })

  test('for platforms fetch up to 500 of the types 1 to 6, each name once [R-CAT-29]', async () => {
    const { platforms } = await source.listTerms()
    expect(queries()).toContain('platforms: where platform_type = (1,2,3,4,5,6); sort name asc; limit 500;')
    // The fake has two platforms with this name.
    expect(fake.rows('platforms').filter((platform) => platform.name === 'Arcade')).toHaveLength(2)
    expect(platforms.filter(({ name }) => name === 'Arcade')).toHaveLength(1)
  })

  test('for genres fetch up to 50, for modes 20, for themes 30 [R-CAT-30][R-CAT-31][R-CAT-32]', async () => {
    await source.listTerms()
    expect(queries().sort().slice(0, 2)).toEqual([
      'game_modes: sort name asc; limit 20;',
      'genres: sort name asc; limit 50;',
    ])
    expect(queries()).toContain('themes: sort name asc; limit 30;')
  })
})

describe('lists', () => {
  test('popular games are the most visited ones, in that order', async () => {
    const { games, total } = await list({ kind: 'popular', limit: 20 })
    expect(queries()[0]).toBe('popularity_primitives: where popularity_type = 1; sort value desc; limit 500;')
    expect(queries()[1]).toMatch(
      new RegExp(`^games: where ${literally(CATALOGUE)} & id = \\(\\d+(,\\d+)+\\); limit 500;$`),
    )
    const visits = fake
      .rows('popularity_primitives')
      .filter((row) => (row.popularity_type as { id: number }).id === 1)
      .toSorted((a, b) => (b.value as number) - (a.value as number))
      .map((row) => id(row.game_id as number))
    const ids = games.map((game) => game.id)
    expect(ids).toEqual(visits.filter((each) => ids.includes(each)))
    expect(ids.slice(0, 3)).toEqual(visits.slice(0, 3))
    expect(total).toBeGreaterThan(40)
  })

  test('popular has 20 ratings, a rating of 75 and less than 15 years when that call fails [R-CAT-26]', async () => {
    fake.upstream.failWith('server_error', ({ path }) => path.endsWith('popularity_primitives'))
    const { games } = await list({ kind: 'popular', limit: 48 })
    const youngest = SECONDS - 15 * 365.25 * DAY
    expect(queries().at(-1)).toBe(
      `games: where ${CATALOGUE} & total_rating_count >= 20 & total_rating >= 75 & first_release_date >= ${youngest}; ` +
        'sort total_rating_count desc; limit 48;',
    )
    expect(games.length).toBeGreaterThan(10)
    for (const game of games) {
      expect(game.totalRatingCount).toBeGreaterThanOrEqual(20)
      expect(game.totalRating).toBeGreaterThanOrEqual(75)
      expect(game.firstReleaseDate).toBeGreaterThanOrEqual(youngest)
    }
  })

  test('top-rated fetches ten pages, at most 500 games with at least 50 ratings [R-CAT-19][R-CAT-20]', async () => {
    for (const limit of [10, 24, 48, 60]) await list({ kind: 'top-rated', limit })
    expect(queries()).toEqual(
      [100, 240, 480, 500].map(
        (limit) => `games: where ${CATALOGUE} & total_rating_count >= 50; sort total_rating desc; limit ${limit};`,
      ),
    )
    const { games } = await list({ kind: 'top-rated', limit: 48 })
    const names = games.map((game) => game.name)
    // 49 ratings of 90, and three of 100.
    expect(names).not.toContain('Half a Year Ago')
    expect(names).not.toContain('Few but Delighted')
    expect(names).toContain('Yesterday Kept')
  })

  test('top-rated is in the order of the weighted score, with 75 and 250 [R-CAT-18]', async () => {
    const { games } = await list({ kind: 'top-rated', limit: 48 })
    const scores = games.map(({ totalRating, totalRatingCount }) => {
      const [rating, count] = [totalRating as number, totalRatingCount]
      return (count * rating + 250 * 75) / (count + 250)
    })
    expect(scores.length).toBeGreaterThan(30)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    const ratings = games.map((game) => game.totalRating as number)
    expect(ratings).not.toEqual(ratings.toSorted((a, b) => b - a))
  })

  test('top-rated uses the critics when players have not rated enough: 5 ratings, weight 15 [R-CAT-18][R-CAT-19]', async () => {
    const onlyFew = { kind: 'top-rated', releasedFrom: 1_500_000_000, maxRating: null, genreId: 26 } as const
    await list(onlyFew)
    expect(queries().at(-1)).toMatch(/aggregated_rating_count >= 5; sort aggregated_rating desc; limit 100;$/)
    expect(weightedScore(90, 5, { prior: 75, weight: 15, least: 5 })).toBe(78.75)
  })

  test('trending has at least 5 hypes [R-CAT-25]', async () => {
    const { games } = await list({ kind: 'trending' })
    expect(queries()[0]).toMatch(/& hypes >= 5; sort hypes desc; limit 10;$/)
    expect(games.map((game) => game.name)).toEqual(['Yesterday Kept'])
  })

  test('upcoming is from 7 to 720 days ahead with at least one hype [R-CAT-24]', async () => {
    const { games } = await list({ kind: 'upcoming' })
    expect(queries()[0]).toContain(
      `first_release_date >= ${SECONDS + 7 * DAY} & first_release_date < ${SECONDS + 720 * DAY} & hypes >= 1`,
    )
    expect(games.length).toBeGreaterThan(2)
    for (const { firstReleaseDate, hypes } of games) {
      expect(hypes).toBeGreaterThanOrEqual(1)
      expect(firstReleaseDate).toSatisfy((date: number) => date >= SECONDS + 7 * DAY && date < SECONDS + 720 * DAY)
    }
  })

  test('recent is the last 180 days, newest first; classic is older than five years [R-CAT-21][R-CAT-23]', async () => {
    const recent = await list({ kind: 'recent' })
    const classic = await list({ kind: 'classic' })
    expect(recent.games.map((game) => game.name)).toEqual(['Yesterday Kept', 'Lanterns Below'])
    for (const { firstReleaseDate } of classic.games) expect(firstReleaseDate).toBeLessThan(SECONDS - 5 * 365.25 * DAY)
  })

  test('omit DLC, bundles, mods, editions and erotic games', async () => {
    const { games, total } = await list({ limit: 500 })
    const names = games.map((game) => game.name)
    for (const name of ['Portal: Prelude Pack', 'Doom Bundle', 'Doom: The Garden Mod', 'After Dark'])
      expect(names).not.toContain(name)
    expect(names.some((name) => name.includes('Game of the Year'))).toBe(false)
    expect(total).toBe(games.length)
  })

  test('take the total from the response, else from a count', async () => {
    const question = { ...ANY, platformId: 6, limit: 5, sort: 'name' } as const
    const counted = await list(question)
    expect(fake.apiRequests()).toHaveLength(1)
    const { source } = open({}, uncounted)
    expect(await source.listGames(question, NOW)).toMatchObject({ total: counted.total })
    expect(queries(uncounted).at(-1)).toBe(`games/count: where ${CATALOGUE} & platforms = (6);`)
    uncounted.upstream.failWith('server_error', ({ path }) => path.endsWith('/count'))
    expect(await source.listGames(question, NOW)).toMatchObject({ total: null })
  })

  test('by popularity start with rated games and continue with the others', async () => {
    const whole = await list({ limit: 500 })
    expect(queries().sort()).toEqual([
      `games/count: where ${CATALOGUE};`,
      `games: where ${CATALOGUE} & total_rating_count != null; sort total_rating_count desc; limit 500;`,
      `games: where ${CATALOGUE} & total_rating_count = null; sort id asc; limit ${500 - ratedOf(whole.games).length};`,
    ])
    expect(whole.total).toBe(whole.games.length)
    const counts = whole.games.map((game) => game.totalRatingCount)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    const rated = ratedOf(whole.games).length
    expect(rated).toBeLessThan(whole.games.length)
    // Pages give the same list, across the boundary too.
    const pages: GameId[] = []
    for (let offset = 0; offset < whole.games.length; offset += 10) {
      const { games, total } = await list({ limit: 10, offset })
      expect(total).toBe(whole.total)
      pages.push(...games.map((game) => game.id))
    }
    expect(pages).toEqual(whole.games.map((game) => game.id))
  })
})

describe('the time to beat', () => {
  const timesOf = async () => {
    const games = await source.fetchGames([id(1942), id(71), id(20), id(115)])
    return new Map(games.map((game) => [game.id, game.timeToBeat]))
  }

  test('is stored in minutes with the number of people; zero and absurd seconds are no fact', async () => {
    const times = await timesOf()
    expect(times.get(id(1942))).toEqual({
      story: 3_060,
      extras: 6_180,
      all: 10_380,
      minutes: 3_060,
      count: 41,
      source: 'igdb',
    })
    expect(times.get(id(71))).toMatchObject({ story: null, extras: 180, all: null, minutes: 180 })
    for (const without of [20, 115]) expect(times.get(id(without))).toBeNull()
  })

  test('is undefined when IGDB returns games and fails to return times', async () => {
    fake.upstream.failWith('server_error', ({ path }) => path.endsWith('/game_time_to_beats'))
    const times = await timesOf()
    expect(times.size).toBe(4)
    for (const [, each] of times) expect(each).toBeUndefined()
  })
})

describe('a game', () => {
  test('has every fact with our own terms', async () => {
    expect(await source.fetchGame(id(1942))).toMatchObject({
      firstReleaseDate: Date.UTC(2015, 4, 19) / 1000,
      gameType: 0,
      parentId: null,
      series: 'The Witcher',
      coverImageId: expect.stringMatching(/^co/),
      storyline: expect.any(String),
      videos: [
        { name: 'Trailer', provider: 'youtube', videoId: expect.stringMatching(/^[\w-]{11}$/) },
        { name: 'Gameplay', provider: 'youtube' },
      ],
    })
  })

  test('that is an expansion or an edition names its parent', async () => {
    const { games } = await source.searchGames('Blood and Wine', { limit: 5, offset: 0 })
    expect(games[0]).toMatchObject({ gameType: 2, parentId: id(1942), isWhole: false })
  })

  test('has its slug and the ids of Steam, also under the names from before 2025', () => {
    const external_games = [
      { id: 1, uid: '292030', external_game_source: 1 },
      { id: 2, uid: '499450', external_game_source: { id: 1, name: 'Steam' } },
      { id: 3, uid: '3', category: 1 },
      { id: 4, uid: '1207664663', external_game_source: 5 },
      { id: 5, uid: 'not a number', external_game_source: 1 },
      { id: 6, external_game_source: 1 },
      7,
    ]
    const [game] = gamesOf([{ id: 1942, name: 'The Witcher 3', slug: 'the-witcher-3', external_games }], true)
    expect(game?.externalIds).toEqual([
      { source: 'igdb_slug', uid: 'the-witcher-3' },
      ...['292030', '499450', '3'].map((uid) => ({ source: 'steam', uid })),
    ])
    const [plain] = gamesOf([{ id: 1942, name: 'The Witcher 3', slug: 'No\0Slug', external_games: 'none' }], true)
    expect(plain?.externalIds).toEqual([])
  })

  test('may be from before 1970, and may have no facts but its name', async () => {
    expect((await source.fetchGame(id(200_010)))?.firstReleaseDate).toBe(Date.UTC(1958, 9, 18) / 1000)
    expect(await source.fetchGame(id(200_011))).toMatchObject({
      name: 'Untitled Project Sparrow',
      firstReleaseDate: null,
      platforms: [],
      totalRating: null,
      coverImageId: null,
      summary: null,
    })
  })
})

const ratedOf = (games: readonly SourceGame[]) => games.filter((game) => game.totalRatingCount > 0)

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
