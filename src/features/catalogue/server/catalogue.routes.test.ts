import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { announce } from '#server/changes.ts'
import { coverHost } from '#server/images.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import type { GameCard, GameSummary, Term } from '../catalogue.contract.ts'
import { timeToBeatOf } from '../time-to-beat.rules.ts'
import { ensureGame } from './cards/ensure-games.ts'
import { loadGameCards, requireGame } from './cards/game-cards.ts'
import { loadStarterCatalogue } from './catalogue.service.ts'
import { NOTHING_KNOWN, type SourceGame } from './sources/source.ts'
import { storeGames } from './stored-games/store-games.ts'

const app = useTestApp()
let visitor: Client
const NOW = new Date('2026-11-21T12:00:00Z')
const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000

const plain: SourceGame = {
  ...NOTHING_KNOWN,
  id: 'igdb_1' as GameId,
  name: 'Plain',
  firstReleaseDate: seconds('2010-01-01'),
}
const made = (id: string, name: string, rest: Partial<SourceGame> = {}): SourceGame => ({
  ...plain,
  ...rest,
  id: id as GameId,
  name,
})

beforeAll(async () => {
  app.time.now = NOW
  visitor = app.visitor()
  await loadStarterCatalogue(app.db)
  await storeGames(
    app.db,
    [
      made('rawg_1', 'Aardvark of 1970', { firstReleaseDate: seconds('1970-01-01') }),
      made('rawg_2', 'Aardvark without a date', { firstReleaseDate: null }),
      made('rawg_3', 'Soon', { firstReleaseDate: seconds('2026-12-24'), renown: 1 }),
      made('rawg_4', 'In two years', { firstReleaseDate: seconds('2028-06-01') }),
      made('rawg_5', 'Lately', { firstReleaseDate: seconds('2026-10-01'), totalRating: 55 }),
      made('rawg_6', 'Zebra', { platforms: [{ id: 9999, name: 'Abacus' }] }),
      ...[
        ['Four hours', 4],
        ['Long', 60.5],
        ['Short', 0.5],
        ['Without a time', 0],
      ].map(([name, hours], at) =>
        made(`rawg_${20 + at}`, String(name), {
          platforms: [{ id: 9998, name: 'Loom' }],
          timeToBeat: timeToBeatOf({ story: Number(hours) * 3600 }, 'igdb'),
        }),
      ),
    ],
    'rawg',
  )
})

const list = async (search = '') => {
  const answer = await visitor.get(`/api/games${search}`)
  expect(answer.status).toBe(200)
  return answer.body as { games: GameSummary[]; totalGames: number; totalPages: number }
}
const names = async (search: string) => (await list(search)).games.map((game) => game.name)

describe('GET /api/games', () => {
  test('returns a page of 48, the best known first, with the total of games and pages [R-CAT-03 R-CAT-12 R-CAT-06]', async () => {
    const first = await list()
    const { n } = await app.db
      .selectFrom('games')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      // The only add-on of the starter catalogue: only the search and its game's page show it.
      .where('name', 'not like', '%Shadow of the Erdtree')
      .executeTakeFirstOrThrow()
    expect(first.games).toHaveLength(48)
    expect(first.totalGames).toBe(Number(n))
    expect(first.totalPages).toBe(Math.ceil(Number(n) / 48))
    const second = await list('?page=2')
    expect(second.games).toHaveLength(48)
    const ids = [...first.games, ...second.games].map((game) => game.id)
    expect(new Set(ids).size).toBe(96)
    expect((await list(`?page=${first.totalPages}`)).games.length).toBeGreaterThan(0)
    expect((await list(`?page=${first.totalPages + 1}`)).games).toEqual([])
  })

  test('sorts by name ascending and by release, rating and popularity descending [R-CAT-07]', async () => {
    const byName = await names('?sort=name&limit=48')
    expect(byName).toEqual(byName.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    const dates = (await list('?sort=release')).games.map((game) => game.first_release_date as number)
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
    expect((await names('?sort=release'))[0]).toBe('Lately')
    const inOrder = async (sort: 'rating' | 'popularity', column: 'weighted_rating' | 'renown') => {
      const ids = (await list(`?sort=${sort}`)).games.map((game) => game.id)
      const value = sql<number>`${sql.ref(column)}`.as('value')
      const rows = await app.db.selectFrom('games').select(['id', value]).where('id', 'in', ids).execute()
      return ids.map((id) => rows.find((row) => row.id === id)?.value as number)
    }
    const ratings = await inOrder('rating', 'weighted_rating')
    expect(ratings).toEqual(ratings.toSorted((a, b) => b - a))
    const renown = await inOrder('popularity', 'renown')
    expect(renown).toEqual(renown.toSorted((a, b) => b - a))
  })

  test.each([
    ['platform', '130', 'platforms', 130],
    ['platform', 'nintendo switch', 'platforms', 130],
    ['genre', '12', 'genres', 12],
    ['genre', 'Role-playing (RPG)', 'genres', 12],
    ['theme', '19', 'themes', 19],
    ['gameMode', '3', 'game_modes', 3],
  ] as const)('%s=%s filters the list [R-CAT-03]', async (parameter, value, key, id) => {
    const all = await list()
    const found = await list(`?${parameter}=${encodeURIComponent(value)}`)
    expect(found.totalGames).toBeGreaterThan(3)
    expect(found.totalGames).toBeLessThan(all.totalGames)
    for (const { id: gameId } of found.games.slice(0, 3)) {
      const { game } = (await visitor.get(`/api/games/${gameId}`)).body
      expect((game[key] as Term[]).map((term) => term.id)).toContain(id)
    }
  })

  test('finds a platform that only stored games have', async () => {
    expect(await names('?platform=9999')).toEqual(['Zebra'])
    expect(await names('?platform=abacus')).toEqual(['Zebra'])
  })

  test('filters by year, by rating from and to, and by more than one player [R-CAT-03 R-CAT-04]', async () => {
    const of2017 = await list('?year=2017')
    expect(of2017.games.every((game) => game.year === 2017)).toBe(true)
    expect(of2017.totalGames).toBeGreaterThan(10)
    const good = await list('?minRating=80&sort=rating&page=2')
    expect(good.games.every((game) => (game.total_rating as number) >= 80)).toBe(true)
    const bad = await list('?maxRating=50')
    expect(bad.games.length).toBeGreaterThan(0)
    expect(bad.games.every((game) => (game.total_rating as number) <= 50)).toBe(true)
    expect((await list('?minRating=60&maxRating=50')).totalGames).toBe(
      (await list('?minRating=50&maxRating=60')).totalGames,
    )
    const shared = await list('?multiplayer=true')
    expect(shared.totalGames).toBeGreaterThan(100)
    expect(shared.totalGames).toBeLessThan((await list()).totalGames)
  })

  test.each([
    ['0..5', ['Short', 'Four hours']],
    ['4..5', ['Four hours']],
    ['4..', ['Four hours', 'Long']],
    ['600..700', []],
  ])(
    'takes=%s filters by the hours that a game takes, and sorts by them; games without a time are left out',
    async (takes, expected) => {
      const found = await list(`?platform=9998&takes=${takes}&sort=length`)
      expect(found.games.map(({ name }) => name)).toEqual(expected)
      expect(found.totalGames).toBe(expected.length)
      expect((await names(`?platform=9998&takes=${takes}`)).toSorted()).toEqual(expected.toSorted())
    },
  )

  test('games are sorted by the hours that they take; an unknown length is in no such list, and found without it', async () => {
    expect(await names('?platform=9998&sort=length')).toEqual(['Short', 'Four hours', 'Long'])
    expect(await names('?platform=9998&search=without%20a%20time&takes=0..')).toEqual([])
    expect(await names('?platform=9998&search=without%20a%20time')).toEqual(['Without a time'])
  })

  test('the time range recent is the last 180 days [R-CAT-21]', async () => {
    const { games } = await list('?timeRange=recent')
    expect(games.map((game) => game.name)).toContain('Lately')
    const now = NOW.getTime() / 1000
    for (const game of games) {
      expect(game.first_release_date).toBeGreaterThanOrEqual(now - 180 * 86_400)
      expect(game.first_release_date).toBeLessThanOrEqual(now)
    }
  })

  test('the time range upcoming is the next 90 days [R-CAT-22]', async () => {
    const found = await names('?timeRange=upcoming')
    expect(found).toContain('Soon')
    expect(found).not.toContain('In two years')
  })

  test('the time range classic is older than five years [R-CAT-23]', async () => {
    const { games } = await list('?timeRange=classic&sort=release')
    expect(games[0]?.first_release_date).toBeLessThan(seconds('2021-11-22'))
    expect(games[0]?.first_release_date).toBeGreaterThan(seconds('2021-01-01'))
  })

  test('list kinds have windows that combine with the filters', async () => {
    expect(await names('?category=upcoming')).toEqual(['Soon', 'In two years'])
    expect(await names('?category=upcoming&timeRange=upcoming')).toEqual(['Soon'])
    expect((await list('?category=top-rated')).games[0]?.total_rating).toBeGreaterThan(95)
    expect(await names('?category=classic&year=2024')).toEqual([])
  })

  test('a search of three characters or more ranks the matches; a shorter one is ignored [R-CAT-10]', async () => {
    expect((await names('?search=hollow%20knight'))[0]).toBe('Hollow Knight')
    expect((await names('?search=elden%20rign'))[0]).toBe('Elden Ring')
    expect((await list('?search=ha')).totalGames).toBe((await list()).totalGames)
    const byName = await names('?search=zelda&sort=name')
    expect(byName).toEqual(byName.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    const both = await list('?search=zelda&platform=130')
    expect(both.totalGames).toBeGreaterThan(0)
    expect(both.totalGames).toBeLessThan((await list('?search=zelda')).totalGames)
    expect(both.games).toHaveLength(both.totalGames)
  })

  test.each([
    '?page=0',
    '?page=-1',
    '?page=abc',
    '?page=1e99',
    '?limit=0',
    '?limit=9999',
    '?sort=foo',
    '?category=foo',
    '?timeRange=foo',
    '?year=20177',
    '?year=abcd',
    '?platform=abc',
    '?platform=999999',
    '?genre=__proto__',
    '?gameMode=0',
    '?multiplayer=perhaps',
    '?minRating=abc',
    '?maxRating=900',
    '?takes=5',
    '?takes=10..5',
    '?takes=..5',
    '?search=%20%20%20',
    `?search=${'x'.repeat(500)}`,
    '?unknown=1',
  ])('an invalid value falls back to the default: %s', async (search) => {
    expect((await list(search)).games.map((game) => game.id)).toEqual((await list()).games.map((game) => game.id))
  })

  test('runs a statement for the list and one for cards that are not in memory, in addition to the cached count', async () => {
    await visitor.get('/api/games?genre=5')
    expect(await app.countQueries(() => visitor.get('/api/games?genre=5&page=2'))).toBe(2)
    expect(await app.countQueries(() => visitor.get('/api/games?genre=5&page=3'))).toBe(1)
    expect(await app.countQueries(() => visitor.get('/api/games?genre=4'))).toBeLessThanOrEqual(3)
  })

  test('the cached count follows changes of the catalogue', async () => {
    const before = (await list('?year=1999')).totalGames
    await storeGames(app.db, [made('rawg_7', 'Of 1999', { firstReleaseDate: seconds('1999-05-05') })], 'rawg')
    const { announce } = await import('#server/changes.ts')
    await announce(app.db, [tag.games])
    await expect.poll(async () => (await list('?year=1999')).totalGames).toBe(before + 1)
  })
})

describe('GET /api/games/metadata', () => {
  test('returns the terms of the games, most used first, once each [R-CAT-02 R-CAT-29]', async () => {
    const { body } = await visitor.get('/api/games/metadata?full=1')
    const platforms = body.platforms as Term[]
    expect(platforms[0]).toEqual({ id: 6, name: 'PC (Microsoft Windows)' })
    expect(platforms).toContainEqual({ id: 9999, name: 'Abacus' })
    expect(new Set(platforms.map((platform) => platform.name.toLowerCase())).size).toBe(platforms.length)
    expect(body.genres).toContainEqual({ id: 12, name: 'Role-playing (RPG)' })
    expect(body.themes).toContainEqual({ id: 19, name: 'Horror' })
    expect(body.years[0]).toBe(2028)
    expect(body.years).not.toContain(1970)
  })

  test('limits the lists to their documented lengths [R-CAT-28 R-CAT-30 R-CAT-31 R-CAT-32]', async () => {
    const { body } = await visitor.get('/api/games/metadata')
    expect(body.platforms).toHaveLength(40)
    expect(body.genres.length).toBeLessThanOrEqual(50)
    expect(body.gameModes.length).toBeLessThanOrEqual(20)
    expect(body.themes.length).toBeLessThanOrEqual(30)
    const everything = await visitor.get('/api/games/metadata?full=1')
    expect(everything.body.platforms.length).toBeGreaterThan(40)
  })

  test('is cached: a repeated request runs no statement', async () => {
    await visitor.get('/api/games/metadata')
    expect(await app.countQueries(() => visitor.get('/api/games/metadata'))).toBe(0)
  })
})

describe('GET /api/games/search', () => {
  test('returns the best match first and the total of matches', async () => {
    const { body } = await visitor.get('/api/games/search?query=zelda&limit=5')
    expect(body.games).toHaveLength(5)
    expect(body.page).toBe(1)
    expect(body.total).toBeGreaterThan(5)
    const next = await visitor.get('/api/games/search?query=zelda&limit=5&page=2')
    expect(next.body.games[0].id).not.toBe(body.games[0].id)
  })

  test.each(['', '?query=', '?query=%20%20'])('an empty query is refused: %s [R-CAT-09]', async (search) => {
    const { status, body } = await visitor.get(`/api/games/search${search}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'Search query cannot be empty', code: 'validation_failed' })
  })

  test('one character is enough, and a text without letters finds nothing', async () => {
    expect((await visitor.get('/api/games/search?query=n')).body.games).toHaveLength(20)
    expect((await visitor.get('/api/games/search?query=%25')).body).toMatchObject({ games: [], total: 0, page: 1 })
  })

  test('an id finds its game, and nothing when the game is not stored', async () => {
    const { body } = await visitor.get('/api/games/search?query=igdb_1942')
    expect(body).toMatchObject({ games: [{ id: 'igdb_1942' }], total: 1 })
    expect((await visitor.get('/api/games/search?query=igdb_999999999')).body).toMatchObject({ games: [], total: 0 })
  })

  test('matches are counted and ranked up to 1000 [R-CAT-13]', async () => {
    const { body } = await visitor.get('/api/games/search?query=e&limit=48')
    expect(body.total).toBeLessThanOrEqual(1000)
    const last = await visitor.get(`/api/games/search?query=e&limit=48&page=${Math.ceil(body.total / 48)}`)
    expect(last.body.games.length).toBeGreaterThan(0)
  })

  test('an unknown strategy is ignored [R-CAT-40]', async () => {
    const { status, body } = await visitor.get('/api/games/search?query=doom&strategy=foo')
    expect([status, body.games[0].name]).toEqual([200, 'Doom'])
  })
})

describe('GET /api/games/suggestions', () => {
  test('returns at most ten cards, from two characters on [R-CAT-10 R-CAT-11]', async () => {
    const { body } = await visitor.get('/api/games/suggestions?query=ma')
    expect(body.games).toHaveLength(10)
    expect(Object.keys(body.games[0]).sort()).toEqual(['cover_url', 'developer', 'genre', 'id', 'name', 'year'])
    for (const query of ['m', '', '%20', '%25%25'])
      expect((await visitor.get(`/api/games/suggestions?query=${query}`)).body, query).toEqual({ games: [] })
  })

  test('runs one statement for a correct spelling: the matches with their cards', async () => {
    expect(await app.countQueries(() => visitor.get('/api/games/suggestions?query=hollow'))).toBe(1)
  })
})

describe('GET /api/games/:id', () => {
  test('has the documented fields [R-GAME-34 R-GAME-37 R-CAT-42]', async () => {
    const { status, body } = await visitor.get('/api/games/igdb_1942')
    expect(status).toBe(200)
    expect(body.game).toMatchObject({
      id: 'igdb_1942',
      name: 'The Witcher 3: Wild Hunt',
      dataSource: 'igdb',
      first_release_date: seconds('2015-05-19'),
      released: '2015-05-19',
      releaseDate: '2015-05-19',
      year: 2015,
      storyline: null,
      developer: 'CD Projekt RED',
      series: 'The Witcher',
      artworks: [],
      screenshots: [],
      videos: [],
      achievements: { total: 0, completed: 0 },
    })
    expect(body.game.genres).toContainEqual({ id: 12, name: 'Role-playing (RPG)' })
    expect(body.game.platforms).toContainEqual({ id: 6, name: 'PC (Microsoft Windows)' })
    expect(body.game.summary.length).toBeGreaterThan(60)
    for (const key of [
      'total_rating',
      'rating',
      'cover',
      'cover_url',
      'coverImage',
      'background_image',
      'involved_companies',
      'relatedGames',
      'total_rating_count',
      'hype_count',
      'publisher',
      'metacritic',
    ])
      expect(body.game).toHaveProperty(key)
  })

  test('bare and prefixed ids are the same game [R-GAME-38]', async () => {
    const bare = await visitor.get('/api/games/1942')
    expect(bare.body).toEqual((await visitor.get('/api/games/igdb_1942')).body)
  })

  test('companies have their roles [R-GAME-42]', async () => {
    const { body } = await visitor.get('/api/games/igdb_7346')
    const makers = body.game.involved_companies.filter((each: { developer: boolean }) => each.developer)
    expect(makers.length).toBeGreaterThan(0)
    expect(makers[0]).toEqual({
      company: { name: expect.any(String) },
      developer: true,
      publisher: expect.any(Boolean),
    })
  })

  test('lists at most twelve related games, the same series first [R-CAT-27]', async () => {
    const { game } = (await visitor.get('/api/games/igdb_7346')).body
    expect(game.relatedGames).toHaveLength(12)
    expect(game.relatedGames.map((each: GameCard) => each.id)).not.toContain('igdb_7346')
    expect(game.relatedGames[0].name).toMatch(/Zelda/)
  })

  test('a game without a date or with an impossible one has no year', async () => {
    for (const id of ['rawg_1', 'rawg_2']) {
      const { game } = (await visitor.get(`/api/games/${id}`)).body
      expect(game).toMatchObject({ year: null, released: null, dataSource: 'rawg' })
    }
  })

  test("an unknown game is 'Game not found' [R-CAT-01]", async () => {
    for (const id of ['igdb_499999', 'rawg_999999999']) {
      const { status, body } = await visitor.get(`/api/games/${id}`)
      expect(status).toBe(404)
      expect(body).toMatchObject({ error: 'Game not found', code: 'game_not_found' })
    }
  })

  test.each(['abc', 'igdb_0', '2147483648', 'steam_5', '-1', '1.5', 'igdb_1942%27', '%20'])(
    '%s is no id',
    async (id) => {
      const { status, body } = await visitor.get(`/api/games/${id}`)
      expect(status).toBe(400)
      expect(body.code).toBe('invalid_id')
    },
  )

  test('runs two statements, for the game and its related games; the response is cached', async () => {
    expect(await app.countQueries(() => visitor.get('/api/games/igdb_3070'))).toBe(2)
    expect(await app.countQueries(() => visitor.get('/api/games/igdb_3070'))).toBe(0)
  })

  test('only the address determines the response, so it has an ETag', async () => {
    const { headers } = await visitor.get('/api/games/1942')
    const again = await visitor.get('/api/games/1942', { 'if-none-match': headers.get('etag') as string })
    expect(again.status).toBe(304)
  })
})

describe('GET /api/games/:id/related', () => {
  test('returns the same games as the game itself', async () => {
    const { body } = await visitor.get('/api/games/1942/related')
    const { game } = (await visitor.get('/api/games/1942')).body
    expect(body.data).toEqual(game.relatedGames)
  })

  test('refuses an unknown game and an invalid id', async () => {
    expect((await visitor.get('/api/games/499999/related')).status).toBe(404)
    expect((await visitor.get('/api/games/abc/related')).body.code).toBe('invalid_id')
  })

  test('a unique game has no related games', async () => {
    expect((await visitor.get('/api/games/rawg_1/related')).body).toEqual({ data: [] })
  })
})

describe('covers in responses', () => {
  test('are generated ones until the image host is known to respond, then real ones in cover_big_2x [R-GAME-48 R-IMG-02]', async () => {
    const generated = (await visitor.get('/api/games/igdb_14593')).body.game
    expect(generated).toMatchObject({ cover_url: null, cover: null })
    expect(generated.coverImage).toMatch(/^\/covers\/igdb_14593-[a-z0-9]+\.svg$/)
    coverHost.reachable = 'yes'
    try {
      // A change of the host's state is published and invalidates the cache.
      await announce(app.db, [tag.games])
      const read = async () => (await visitor.get('/api/games/igdb_14593')).body.game
      await expect.poll(async () => (await read()).cover_url).not.toBeNull()
      const real = await read()
      expect(real.cover_url).toMatch(
        /^\/api\/image\?url=https%3A%2F%2Fimages\.igdb\.com.*t_cover_big_2x%2Fco\w+\.jpg&w=528&q=75&fm=auto$/,
      )
      expect(real.cover).toEqual({ url: real.cover_url })
      expect(real.coverImage).toBe(real.cover_url)
    } finally {
      coverHost.reachable = 'unknown'
      await announce(app.db, [tag.games])
    }
  })
})

describe('functions for other features', () => {
  test('cards are loaded in one statement, without unknown ids', async () => {
    const ids = ['igdb_1942', 'igdb_80', 'igdb_499999', 'igdb_80'] as GameId[]
    let cards: ReadonlyMap<GameId, GameCard> = new Map()
    expect(
      await app.countQueries(async () => {
        cards = await loadGameCards(app, ids)
      }),
    ).toBe(1)
    expect([...cards.keys()].sort()).toEqual(['igdb_1942', 'igdb_80'])
    expect(await app.countQueries(() => loadGameCards(app, []))).toBe(0)
  })

  test('a required game is stored already, or fetched from a source once [R-CAT-43]', async () => {
    const id = 'igdb_1020' as GameId
    await app.db.deleteFrom('games').where('id', '=', id).execute()
    await expect(requireGame(app, id)).rejects.toMatchObject({ kind: 'not_found', message: 'Game not found' })
    const [one, two] = await Promise.all([ensureGame(app, id), ensureGame(app, id)])
    expect(one).toEqual(two)
    expect(one.name).toBe('Grand Theft Auto V')
    expect((await requireGame(app, id)).name).toBe('Grand Theft Auto V')
    const rows = await app.db.selectFrom('games').select('origin').where('id', '=', id).execute()
    expect(rows).toEqual([{ origin: 'local' }])
    await expect(ensureGame(app, 'igdb_499999' as GameId)).rejects.toMatchObject({ code: 'game_not_found' })
  })
})
