import { beforeEach, describe, expect, test } from 'vitest'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { gameOf, instantSleep, scriptedSource } from '#tests/support/scripted-source.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import type { GameSummary } from '../../catalogue.contract.ts'
import { storeGames } from '../stored-games/store-games.ts'

const igdb = scriptedSource('igdb')
const rawg = scriptedSource('rawg')
const { sleep } = instantSleep(() => igdb.isHanging() || rawg.isHanging())
const app = useTestApp({}, { catalogueEdges: { sources: [igdb, rawg], sleep } })
let visitor: Client
let word = 0

beforeEach(async () => {
  igdb.reset()
  rawg.reset()
  // Each test uses another word, so that no cache has it.
  word += 1
  await app.db.deleteFrom('games').execute()
  visitor = app.visitor()
})

/** A word that no earlier test has searched. */
const q = () => `quux${'abcdefghijklmnopqrstuvwxyz'[word % 26]}${'abcdefghijklmnopqrstuvwxyz'[Math.floor(word / 26)]}`
const named = (prefix: string, count: number, extra = '') =>
  Array.from({ length: count }, (_, at) => gameOf(`${prefix}_${at + 1}`, `${q()} ${extra}${prefix} ${at + 1}`))

interface Found {
  games: GameSummary[]
  total: number
  state: string
  source: string
}
async function search(rest = ''): Promise<Found> {
  const { status, body } = await visitor.get(`/api/games/search?query=${q()}${rest}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const namesOf = ({ games }: Found) => games.map(({ name }) => name)

describe('GET /api/games/search with live sources', () => {
  test('stores the games of the source and ranks them together with stored ones', async () => {
    await storeGames(app.db, [gameOf('igdb_500', q(), { renown: 3 })], 'igdb')
    igdb.games = named('igdb', 5)
    const found = await search()
    expect(namesOf(found)[0]).toBe(q())
    expect(found.games).toHaveLength(6)
    expect(found).toMatchObject({ state: 'live', source: 'igdb' })
    const stored = await app.db.selectFrom('games').select('id').execute()
    expect(stored).toHaveLength(6)
  })

  test('an exact title does not lose to the first result of the source', async () => {
    const title = gameOf('igdb_9', q())
    igdb.games = [...named('igdb', 3, 'the many tales of '), title].map((game) => ({ ...game, renown: 20 }))
    expect(namesOf(await search())[0]).toBe(q())
  })

  test('games that only the source can match come last', async () => {
    igdb.games = [gameOf('igdb_1', 'Called otherwise'), ...named('igdb', 3).slice(1)]
    const names = namesOf(await search())
    expect(names).toHaveLength(3)
    expect(names.at(-1)).toBe('Called otherwise')
  })

  test('the source is queried for the first page, and once for all pages', async () => {
    igdb.games = named('igdb', 60)
    await search('&limit=20')
    await search('&limit=20&page=2')
    expect(igdb.asked).toEqual([
      ['searchGames', { text: q(), limit: 20, offset: 0 }],
      ['searchGames', { text: q(), limit: 20, offset: 20 }],
    ])
    const pages = await Promise.all(['', '&page=2', '&page=3'].map((page) => search(`&limit=20${page}`)))
    expect(pages.map(({ games }) => games.length)).toEqual([20, 20, 20])
  })

  test('cache=false asks the source again, and without it the cached response is used [R-PLED-06]', async () => {
    igdb.games = named('igdb', 2)
    await search()
    await search('&cache=true')
    expect(igdb.times()).toBe(1)
    igdb.games = named('igdb', 3)
    expect(namesOf(await search('&cache=false'))).toHaveLength(3)
    expect(igdb.times()).toBe(2)
  })

  test.each([
    // strategy, results of IGDB and RAWG, number of requests to each, sources of the response
    ['smart', 2, 2, 1, 0, 'igdb'],
    ['smart', 0, 2, 1, 1, 'rawg'],
    ['igdb_first', 0, 2, 1, 0, 'igdb'],
    ['rawg_first', 2, 0, 0, 1, 'rawg'],
    ['hybrid', 2, 2, 1, 1, 'hybrid'],
    ['hybrid', 30, 2, 1, 0, 'igdb'],
    ['parallel', 30, 2, 1, 1, 'hybrid'],
    ['combined', 30, 30, 1, 1, 'hybrid'],
    ['foo', 2, 2, 1, 0, 'igdb'],
  ])(
    'strategy %s, IGDB finding %i and RAWG %i: %i and %i requests [R-CAT-40]',
    async (strategy, a, b, x, y, source) => {
      igdb.games = named('igdb', a)
      rawg.games = named('rawg', b)
      const found = await search(`&strategy=${strategy}`)
      expect([igdb.times(), rawg.times(), found.source]).toEqual([x, y, source])
    },
  )

  test.each([
    ['smart', 'igdb', 'rawg'],
    ['igdb_first', 'igdb', 'rawg'],
    ['rawg_first', 'rawg', 'igdb'],
    ['hybrid', 'igdb', 'rawg'],
    ['parallel', 'igdb', 'rawg'],
    ['combined', 'rawg', 'igdb'],
  ])('strategy %s works without %s when it fails', async (strategy, failing, other) => {
    igdb.games = named('igdb', 1)
    rawg.games = named('rawg', 1)
    const [bad] = [igdb, rawg].filter(({ name }) => name === failing)
    bad?.fail('server')
    expect(await search(`&strategy=${strategy}`)).toMatchObject({ state: 'live', source: other, total: 10 })
  })

  test('combined takes half a page from each [R-CAT-17]', async () => {
    igdb.games = named('igdb', 40)
    rawg.games = named('rawg', 40)
    const found = await search('&strategy=combined&limit=20')
    expect(igdb.asked[0]?.[1]).toMatchObject({ limit: 10, offset: 0 })
    expect(rawg.asked[0]?.[1]).toMatchObject({ limit: 10, offset: 0 })
    expect(found.games.filter(({ dataSource }) => dataSource === 'rawg')).toHaveLength(10)
  })

  test('when every source fails, the stored matches are returned [R-CAT-38]', async () => {
    await storeGames(app.db, named('igdb', 2), 'igdb')
    igdb.fail('server')
    rawg.fail('timeout')
    expect(await search()).toMatchObject({ state: 'stored', source: 'local', total: 2 })
  })

  test('when every source fails and nothing stored matches, the search is refused as unavailable [R-CAT-38]', async () => {
    igdb.fail('server')
    rawg.fail('quota')
    const { status, body } = await visitor.get(`/api/games/search?query=${q()}`)
    expect(status).toBe(503)
    expect(body).toMatchObject({ error: 'All search services are unavailable', code: 'search_unavailable' })
    const list = await visitor.get(`/api/games?search=${q()}`)
    expect([list.status, list.body.error]).toEqual([503, 'All search services are unavailable'])
    // A list without a search is never unavailable.
    expect((await visitor.get('/api/games?year=1980')).status).toBe(200)
    igdb.fail(null)
    igdb.games = named('igdb', 1)
    expect(namesOf(await search())).toHaveLength(1)
  })

  test('a slow source is waited for only briefly, and its response serves the next request', async () => {
    igdb.games = named('igdb', 1)
    igdb.fail('hang', 1)
    expect(await search()).toMatchObject({ games: [], state: 'stored' })
    igdb.release()
    await expect.poll(async () => (await search()).games).toHaveLength(1)
    expect(igdb.times()).toBe(1)
  })

  test('an invalid text is refused before any source is queried [R-CAT-09]', async () => {
    const { status, body } = await visitor.get('/api/games/search?query=%20')
    expect([status, body.error]).toEqual([400, 'Search query cannot be empty'])
    expect((await visitor.get('/api/games/search?query=%25%25')).body).toMatchObject({ games: [], total: 0 })
    expect(igdb.times()).toBe(0)
  })
})

test('suggestions never query a source, because the text is still incomplete', async () => {
  await announce(app.db, [tag.games])
  await visitor.get(`/api/games/suggestions?query=${q()}`)
  expect(igdb.times() + rawg.times()).toBe(0)
})
