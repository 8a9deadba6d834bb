import { beforeEach, describe, expect, test } from 'vitest'
import { gameOf, instantSleep, scriptedSource } from '#tests/support/scripted-source.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import type { GameSummary } from '../../catalogue.contract.ts'
import { LIST_LIFETIME_MS } from '../../lists.rules.ts'
import { storeGames } from '../stored-games/store-games.ts'

const igdb = scriptedSource('igdb')
const rawg = scriptedSource('rawg')
const { sleep } = instantSleep(() => igdb.isHanging() || rawg.isHanging())
const app = useTestApp({}, { catalogueEdges: { sources: [igdb, rawg], sleep } })
let visitor: Client
const NOW = new Date('2026-11-21T12:00:00Z')
const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000
const many = (count: number, from = 1, prefix = 'igdb') =>
  Array.from({ length: count }, (_, at) => gameOf(`${prefix}_${from + at}`, `${prefix} number ${from + at}`))

beforeEach(async () => {
  igdb.reset()
  rawg.reset()
  // Later than the lifetime of every in-memory cache.
  app.time.now = new Date((app.time.now?.getTime() ?? 0) + 10 * 60_000)
  if (app.time.now < NOW) app.time.now = NOW
  await app.db.deleteFrom('catalogue_cache').execute()
  await app.db.deleteFrom('games').execute()
  visitor = app.visitor()
})

interface List {
  games: GameSummary[]
  totalGames: number
  totalPages: number
  state: string
  source: string
  cache: string | null
}
async function list(search = ''): Promise<List> {
  const { status, body, headers } = await visitor.get(`/api/games${search}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...body, cache: headers.get('x-cache') }
}
const namesOf = ({ games }: Pick<List, 'games'>) => games.map(({ name }) => name)
const later = (milliseconds: number) => {
  app.time.now = new Date(app.time.now.getTime() + milliseconds)
}

describe('GET /api/games with a live source', () => {
  test("returns the source's list in the source's order, stored and cached for five minutes [R-CACHE-13]", async () => {
    igdb.games = [gameOf('igdb_20', 'Twenty'), gameOf('igdb_10', 'Ten')]
    igdb.total = 2
    expect(await list('?genre=5')).toMatchObject({
      games: [{ name: 'Twenty' }, { name: 'Ten' }],
      totalGames: 2,
      totalPages: 1,
      state: 'live',
      source: 'igdb',
      cache: 'miss',
    })
    igdb.games = []
    later(LIST_LIFETIME_MS - 1000)
    expect(await list('?genre=5')).toMatchObject({ games: [{ name: 'Twenty' }, { name: 'Ten' }], cache: 'hit' })
    expect(igdb.times('listGames')).toBe(1)
    later(61_000)
    expect(await list('?genre=5')).toMatchObject({ games: [], cache: 'miss' })
    expect(igdb.times('listGames')).toBe(2)
  })

  test('sends the filters to the source, for one page at a time [R-CAT-03]', async () => {
    await list('?genre=12&platform=6&gameMode=3&theme=19&minRating=80&category=classic&sort=rating&page=3')
    expect(igdb.asked).toEqual([
      [
        'listGames',
        {
          kind: 'classic',
          sort: 'rating',
          hasErotic: false,
          platformId: 6,
          genreId: 12,
          themeId: 19,
          gameModeId: 3,
          anyModeOf: null,
          releasedFrom: null,
          releasedUntil: null,
          minRating: 80,
          maxRating: null,
          limit: 48,
          offset: 96,
        },
      ],
    ])
  })

  test('concurrent requests share one query', async () => {
    igdb.games = many(3)
    // Different addresses, one list: unknown values are ignored.
    const answers = await Promise.all(['', '?sort=foo', '?category=foo', '?year=all'].map(list))
    expect(answers.map(({ games }) => games.length)).toEqual([3, 3, 3, 3])
    expect(igdb.times('listGames')).toBe(1)
  })

  test('a cached list is returned from memory without a statement, and marked as a hit', async () => {
    igdb.games = many(2)
    await list('?theme=17')
    let again: List | null = null
    expect(
      await app.countQueries(async () => {
        again = await list('?theme=17')
      }),
    ).toBe(0)
    expect(again).toMatchObject({ cache: 'hit', state: 'live' })
    const { headers } = await visitor.get('/api/games?theme=17')
    const unchanged = await visitor.get('/api/games?theme=17', { 'if-none-match': headers.get('etag') as string })
    expect([unchanged.status, unchanged.headers.get('x-cache')]).toEqual([304, 'hit'])
  })
})

describe('when a source fails', () => {
  const failures = ['server', 'timeout', 'garbage', 'rate_limited', 'circuit_open', 'credentials', 'bug'] as const
  test.each(failures)(
    "%s: the last cached page is returned at any age, then the stored catalogue's own list",
    async (kind) => {
      igdb.games = [gameOf('igdb_7', 'Seven')]
      await list('?genre=5')
      later(40 * 24 * 60 * 60_000)
      igdb.fail(kind)
      expect(await list('?genre=5')).toMatchObject({ games: [{ name: 'Seven' }], state: 'stale', cache: 'stale' })
      expect(await list('?genre=4')).toMatchObject({ games: [], state: 'stored', source: 'local', totalGames: 0 })
      expect(await list()).toMatchObject({ games: [{ name: 'Seven' }], state: 'stored', source: 'local' })
      igdb.fail(null)
      later(61_000)
      expect(await list('?genre=5')).toMatchObject({ state: 'live', cache: 'miss' })
    },
  )

  test('waiting is short: stored games are returned, and the late response serves the next request', async () => {
    await storeGames(app.db, [gameOf('igdb_1', 'Stored')], 'igdb')
    igdb.games = [gameOf('igdb_2', 'Late')]
    igdb.fail('hang', 1)
    expect(await list('?sort=name')).toMatchObject({ games: [{ name: 'Stored' }], state: 'stored', cache: 'miss' })
    igdb.release()
    await expect.poll(() => list('?sort=name')).toMatchObject({ games: [{ name: 'Late' }], state: 'live' })
    expect(igdb.times()).toBe(1)
  })

  test('a list that changes a stored rating invalidates the cached pages of that game', async () => {
    const rated = (totalRating: number) => gameOf('igdb_1', 'Rated', { totalRating, totalRatingCount: 100 })
    const rating = async () => (await visitor.get('/api/games/igdb_1')).body.game.total_rating
    await storeGames(app.db, [rated(80)], 'igdb')
    expect(await rating()).toBe(80)
    igdb.games = [rated(90)]
    await list('?genre=5')
    await expect.poll(rating).toBe(90)
  })

  test('a response that another version of the app cached is ignored', async () => {
    igdb.games = [gameOf('igdb_1', 'One')]
    await list('?sort=release')
    await app.db.updateTable('catalogue_cache').set({ answer: '{"ids": "what"}' }).execute()
    later(61_000)
    expect(await list('?sort=release')).toMatchObject({ games: [{ name: 'One' }], cache: 'miss' })
  })
})

describe('the choice of sources', () => {
  test.each([
    ['', 1, 0],
    ['auto', 1, 0],
    ['popscore', 1, 0],
    ['igdb', 1, 0],
    ['rawg', 0, 1],
    ['foo', 1, 0],
  ])('source=%s asks IGDB %i times and RAWG %i times [R-CAT-39]', async (source, ofIgdb, ofRawg) => {
    igdb.games = many(1)
    rawg.games = many(1, 1, 'rawg')
    const answer = await list(`?source=${source}`)
    expect([igdb.times('listGames'), rawg.times('listGames')]).toEqual([ofIgdb, ofRawg])
    expect(answer.games[0]?.dataSource).toBe(source === 'rawg' ? 'rawg' : 'igdb')
  })

  test('smart queries RAWG only if IGDB fails or has no results [R-CAT-39]', async () => {
    igdb.games = many(1)
    rawg.games = many(2, 1, 'rawg')
    expect(await list('?source=smart')).toMatchObject({ source: 'igdb' })
    expect(rawg.times()).toBe(0)
    igdb.fail('server')
    later(10 * 60_000)
    expect(await list('?source=smart')).toMatchObject({ source: 'rawg', state: 'live' })
    igdb.reset()
    later(10 * 60_000)
    expect(await list('?source=smart')).toMatchObject({ source: 'rawg', totalGames: 100_000 })
    expect(namesOf(await list('?source=smart&genre=5'))).toEqual(['rawg number 1', 'rawg number 2'])
  })

  test('hybrid takes half a page of each, and shows a game of both once [R-CAT-17]', async () => {
    const date = { firstReleaseDate: seconds('2015-05-19') }
    igdb.games = [gameOf('igdb_1942', 'The Witcher 3', date), ...many(60, 100)]
    rawg.games = [gameOf('rawg_3328', 'The witcher 3!', date), ...many(60, 100, 'rawg')]
    const answer = await list('?source=hybrid')
    expect(answer).toMatchObject({ source: 'hybrid', state: 'live' })
    expect(igdb.asked[0]?.[1]).toMatchObject({ limit: 24, offset: 0 })
    expect(rawg.asked[0]?.[1]).toMatchObject({ limit: 24, offset: 0 })
    expect(namesOf(answer).slice(0, 4)).toEqual([
      'The Witcher 3',
      'igdb number 100',
      'rawg number 100',
      'igdb number 101',
    ])
    expect(answer.games).toHaveLength(47)
    const stored = await app.db.selectFrom('games').select('id').where('id', '=', 'rawg_3328').execute()
    expect(stored).toEqual([])
    await list('?source=hybrid&page=2')
    expect(igdb.asked[1]?.[1]).toMatchObject({ limit: 24, offset: 24 })
  })

  test('a game stored with an IGDB id is not stored again for RAWG when both are merged', async () => {
    await storeGames(app.db, [gameOf('igdb_5', 'Twin', { firstReleaseDate: seconds('2001-02-03') })], 'igdb')
    igdb.fail('server')
    rawg.games = [
      gameOf('rawg_9', 'TWIN', { firstReleaseDate: seconds('2001-11-30') }),
      gameOf('rawg_8', 'Twin', { firstReleaseDate: seconds('2011-11-30') }),
    ]
    const { games } = await list('?source=smart')
    expect(games.map(({ id }) => id)).toEqual(['igdb_5', 'rawg_8'])
  })

  test('RAWG is queried with its own ids, and not at all if it lacks the filter', async () => {
    rawg.games = many(1, 1, 'rawg')
    expect(await list('?source=rawg&platform=6&genre=12')).toMatchObject({ source: 'rawg', state: 'live' })
    expect(rawg.asked.at(-1)?.[1]).toMatchObject({ platformId: 4, genreId: 5 })
    expect(await list('?source=rawg&platform=508')).toMatchObject({ state: 'stored', source: 'local' })
    expect(rawg.times('listGames')).toBe(1)
  })
})

describe('totals', () => {
  test('are real when the source counts, 100000 when it does not [R-CAT-13]', async () => {
    igdb.games = many(48)
    igdb.total = 1234
    expect(await list()).toMatchObject({ totalGames: 1234, totalPages: 26 })
    igdb.total = null
    expect(await list('?genre=5')).toMatchObject({ totalGames: 100_000, totalPages: 2084 })
  })

  test.each(['popular', 'top-rated'])('%s without a count is taken for 500 [R-CAT-14]', async (category) => {
    igdb.games = many(48)
    expect(await list(`?category=${category}`)).toMatchObject({ totalGames: 500, totalPages: 11 })
  })

  test('an empty page corrects the promised total', async () => {
    igdb.games = many(60)
    expect(await list('?page=2')).toMatchObject({ totalPages: 2084 })
    expect(await list('?page=3')).toMatchObject({ games: [], totalGames: 96, totalPages: 2 })
    // Going back shows the correct total.
    later(61_000)
    expect(await list('?page=2')).toMatchObject({ totalPages: 2 })
  })

  test('a search without a count promises ten times its results, at most 1000 [R-CAT-15]', async () => {
    igdb.games = Array.from({ length: 60 }, (_, at) => gameOf(`igdb_${at + 1}`, `Zelda ${at + 1}`))
    expect(await list('?search=zelda')).toMatchObject({ totalGames: 480, totalPages: 10 })
    igdb.total = 57
    expect(await list('?search=zeld')).toMatchObject({ totalGames: 57, totalPages: 2 })
  })
})
