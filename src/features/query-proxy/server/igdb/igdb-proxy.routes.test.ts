import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadStarterCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { openIgdbClient } from '#features/catalogue/server/sources/igdb/igdb-client.ts'
import { createSourceDeadlines } from '#features/catalogue/server/sources/live-answers/source-deadlines.ts'
import type { Changes } from '#server/changes.ts'
import { createLog } from '#server/log.ts'
import { dispatch, type RequestContext } from '#server/routes.ts'
import { UpstreamError, type UpstreamFailure } from '#server/upstream.ts'
import { type FakeIgdb, startFakeIgdb } from '#tests/support/fake-igdb.ts'
import { HOSTILE_TEXTS } from '#tests/support/random-query.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { quoted } from '../apicalypse/print.ts'
import type { Row } from '../apicalypse/query.ts'
import { forwardTo } from './forward.ts'
import { igdbProxyRoutes } from './igdb-proxy.routes.ts'
import type { ForwardQuery } from './igdb-proxy.service.ts'

const PATH = '/api/igdb-proxy'
const WITCHER = 'The Witcher 3: Wild Hunt'
const app = useTestApp()
beforeAll(() => loadStarterCatalogue(app.db))

const ask = (endpoint: string, query: unknown) => app.visitor().post(PATH, { endpoint, query })
const rowsOf = async (endpoint: string, query: string) => {
  const { status, body } = await ask(endpoint, query)
  expect([status, Array.isArray(body)], JSON.stringify(body)).toEqual([200, true])
  return body as Row[]
}

describe('while IGDB is off, the stored catalogue responds', () => {
  test("games are returned in IGDB's shapes [R-IGDB-01] [R-IGDB-02]", async () => {
    expect(await rowsOf('games', 'fields name; limit 1;')).toEqual([
      { id: expect.any(Number), name: expect.any(String) },
    ])
    expect(
      await rowsOf(
        'games',
        'fields name,genres,platforms.name,cover.image_id,cover.url,first_release_date,storyline; where id = 1942;',
      ),
    ).toEqual([
      {
        id: 1942,
        name: WITCHER,
        genres: [12, 31],
        platforms: expect.arrayContaining([{ id: 6, name: 'PC (Microsoft Windows)' }]),
        cover: {
          id: 1942,
          image_id: 'co1wyy',
          url: '//images.igdb.com/igdb/image/upload/t_thumb/co1wyy.jpg',
        },
        first_release_date: 1_431_993_600,
      },
    ])
  })

  test('one query can request everything that trackers use', async () => {
    const found = await rowsOf(
      'games',
      `fields *,genres.name,involved_companies.company.name,involved_companies.developer,alternative_names.name;
       where game_type = (0,8,9) & version_parent = null & themes != (42) & platforms = [6] & (genres = (12) | total_rating >= 90)
         & involved_companies.company.name ~ *"cd projekt"*;
       sort first_release_date desc; limit 3;`,
    )
    expect(found.length).toBeGreaterThan(1)
    const dates = found.map((row) => row.first_release_date as number)
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
    expect(found[0]?.involved_companies).toEqual(
      expect.arrayContaining([
        { id: expect.any(Number), company: { id: expect.any(Number), name: 'CD Projekt RED' }, developer: true },
      ]),
    )
  })

  test('a count is returned [R-IGDB-03]', async () => {
    const { body } = await ask('games/count', 'where genres = (36);')
    const { count } = await app.db
      .selectFrom('games')
      .select(sql<number>`count(*)`.as('count'))
      .where(sql<boolean>`36 = any(genre_ids)`)
      .executeTakeFirstOrThrow()
    expect(body).toEqual({ count })
    expect(count).toBeGreaterThan(0)
  })

  test('searches return the best matches first, at most ten [R-IGDB-04] [R-IGDB-12]', async () => {
    const found = await rowsOf('search', 'search "zelda"; fields name,game.*; where game != null; limit 50;')
    expect(found).toHaveLength(10)
    expect(found[0]).toMatchObject({
      name: expect.stringContaining('Zelda'),
      game: { name: expect.stringContaining('Zelda') },
    })
    const games = await rowsOf('games', 'search "zelda"; fields name; where first_release_date < 600000000; limit 50;')
    expect(games.length).toBeGreaterThan(0)
    for (const game of games) expect(game.name).toContain('Zelda')
    expect(await rowsOf('search', 'search "nothing is called like this at all"; fields name;')).toEqual([])
    expect(await rowsOf('search', 'fields name;')).toEqual([])
  })

  test('the four documented uses work [R-IGDB-12]', async () => {
    const second = await rowsOf('games', 'fields name; sort total_rating desc; limit 24; offset 24;')
    expect(second).toHaveLength(24)
    expect((await ask('games/count', 'where id > 0;')).body.count).toBeGreaterThan(600)
    expect(await rowsOf('search', 'search "portal"; fields name; limit 10;')).not.toHaveLength(0)
    expect(await rowsOf('games', 'fields name; where id = 1942;')).toHaveLength(1)
    expect(await rowsOf('platforms', 'fields name; limit 500;')).not.toHaveLength(0)
  })

  test('popularity determines the order [R-IGDB-05]', async () => {
    const query = 'fields game_id,value,popularity_type; sort value desc; limit 30; where popularity_type = 1;'
    const found = await rowsOf('popularity_primitives', query)
    const values = found.map((row) => row.value as number)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    expect(found[0]).toEqual({ id: expect.any(Number), game_id: expect.any(Number), popularity_type: 1, value: 0.99 })
    expect(await rowsOf('popularity_primitives', 'where popularity_type = 3;')).toEqual([])
  })

  test('achievements are at most fifty, and empty when none are known [R-IGDB-06]', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => ({
      game_id: 'igdb_1942',
      external_id: `a${at}`,
      name: `Achievement ${at}`,
      display_order: at,
      rarity: at === 0 ? 7.52 : null,
    }))
    await app.db.insertInto('game_achievements').values(rows).execute()
    const found = await rowsOf('achievements', 'fields *; where game = igdb_1942; limit 500;')
    expect(found).toHaveLength(50)
    expect(found[0]).toEqual({
      id: expect.any(Number),
      game: 1942,
      name: 'Achievement 0',
      external_id: 'a0',
      rarity: 7.52,
    })
    expect(await rowsOf('achievements', 'fields *; where game = 472;')).toEqual([])
  })

  test.each([
    ['platforms', 'PlayStation 5', '[R-IGDB-07]'],
    ['genres', 'Adventure', '[R-IGDB-08]'],
    ['game_modes', 'Co-operative', '[R-IGDB-09]'],
    ['themes', 'Horror', '[R-IGDB-10]'],
  ])('%s, such as %s %s', async (endpoint, name) => {
    const found = await rowsOf(endpoint, 'fields id,name; limit 500; sort name asc;')
    expect(found.map((row) => row.name)).toContain(name)
    expect(await rowsOf(endpoint, `fields name; where name = ${quoted(name)};`)).toEqual([
      { id: expect.any(Number), name },
    ])
  })
})

describe('refusals', () => {
  test('endpoints other than the nine are refused [R-IGDB-11]', async () => {
    for (const endpoint of ['companies', 'games/meta', 'multiquery', '../oauth2/token', 'Games', '']) {
      const { status, body } = await ask(endpoint, 'fields name;')
      expect([status, body.code], endpoint).toEqual([400, 'validation_failed'])
      expect(body.details.endpoint.split('must be one of ')[1].split(', '), endpoint).toHaveLength(9)
    }
  })

  test('queries with a syntax error are refused, with the position', async () => {
    expect(await ask('games', 'fields name;\nsearch Diablo;')).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_query',
        error: 'Expecting a string in double quotes and not Diablo at line 2, column 8',
        details: { line: 2, column: 8 },
      },
    })
    for (const query of [undefined, 5, ['fields *;'], `search "${'é'.repeat(2500)}";`, 'where name = "a\0b";'])
      expect((await ask('games', query)).status).toBe(400)
    expect((await ask('games', `fields name; // ${'x'.repeat(4096 - 16)}`)).status).toBe(200)
    expect((await ask('games', `fields name; // ${'x'.repeat(4096 - 15)}`)).status).toBe(400)
  })

  test('impossible game ids are refused [R-IGDB-13]', async () => {
    for (const id of ['igdb_0', 'igdb_500001', 'igdb_x', '0', '500001', '1.5', '"x"', '"igdb_"*', 'rawg_5', '-3'])
      expect(await ask('games', `where id = ${id};`), id).toMatchObject({ status: 400, body: { code: 'invalid_id' } })
    for (const where of ['id = (1,500001)', 'name = "x" & (id = 5 | parent_game = "igdb_0")'])
      expect(await ask('games/count', `where ${where};`), where).toMatchObject({ body: { code: 'invalid_id' } })
    expect(await ask('achievements', 'where game = igdb_0;')).toMatchObject({ body: { code: 'invalid_id' } })
    for (const id of ['1942', 'igdb_1942', '"igdb_1942"', '"1942"', '(igdb_1942,"7",8)', '[1942]'])
      expect(await rowsOf('games', `fields name; where id = ${id} & name ~ "the witcher"*;`), id).toEqual([
        { id: 1942, name: WITCHER },
      ])
    expect((await ask('games', 'where id > 500000 & id != null;')).status).toBe(200)
  })

  test('a write without the security token is refused', async () => {
    const { status, body } = await app.visitor().post(PATH, { endpoint: 'games', query: '' }, { 'x-csrf-token': 'no' })
    expect([status, body.code]).toEqual([403, 'csrf_invalid'])
  })

  test('more than 500 rows are limited to 500', async () => {
    expect(await rowsOf('games', 'limit 100000;')).toHaveLength(500)
  })
})

test('the OpenAPI document names the proxies with their texts', async () => {
  const { paths } = (await app.visitor().get('/api/openapi.json')).body
  expect(paths[PATH].post).toMatchObject({
    summary: expect.stringContaining('IGDB’s query language'),
    'x-access': 'anyone',
  })
  expect(JSON.stringify(paths[PATH].post.requestBody)).toContain('popularity_primitives')
  expect(paths['/api/rawg/games/{handle}/stores'].get.summary).toContain('sell')
  expect(paths['/api/rawg/games'].get.parameters.map(({ name }: { name: string }) => name)).toContain('page_size')
})

test('no text can leave its literal: the search uses it and nothing else happens', async () => {
  const before = await ask('games/count', 'where id > 0;')
  for (const text of [...HOSTILE_TEXTS, "'; delete from games; --", '"; fields *; //']) {
    expect((await ask('games', `fields name; where name = ${quoted(text)};`)).body, text).toEqual([])
    expect((await ask('search', `search ${quoted(text)};`)).status, text).toBe(200)
  }
  expect((await ask('games/count', 'where id != null;')).body).toEqual(before.body)
})

test('the largest and the deepest query work as any other', async () => {
  const wide = `where ${'id=7|'.repeat(800)}id=1942;`
  expect(await rowsOf('games', wide)).toContainEqual({ id: 1942 })
  const slow = `where ${'involved_companies.company.name !=*"é"*&'.repeat(95)}id=1942;`
  expect(await rowsOf('games', slow)).toEqual([{ id: 1942 }])
  const deep = `where ${'(id=1942&(id=7|'.repeat(8)}id=1942${'))'.repeat(8)};`
  expect(await rowsOf('games', deep)).toEqual([{ id: 1942 }])
})

const limited = useTestApp({ RATE_LIMITS: 'on' })
test('a client may send sixty queries a minute', async () => {
  const visitor = limited.visitor()
  const statuses = []
  for (let i = 0; i < 61; i++) statuses.push((await visitor.post(PATH, { endpoint: 'genres', query: '' })).status)
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200))
  expect(statuses[60]).toBe(429)
})

describe('while IGDB is on', () => {
  let fake: FakeIgdb
  let headers: Record<string, string>
  let now = new Date()
  let ask: (endpoint: string, query: string) => Promise<{ status: number; body: unknown }>
  let failure: UpstreamFailure | null
  let searchIds: () => Promise<never[]>

  beforeAll(async () => {
    fake = await startFakeIgdb({ limits: null })
    const form = { client_id: fake.clientId, client_secret: fake.clientSecret, grant_type: 'client_credentials' }
    const answer = await fetch(`${fake.tokenUrl}/oauth2/token?${new URLSearchParams(form)}`, { method: 'POST' })
    const { access_token } = (await answer.json()) as { access_token: string }
    headers = { 'client-id': fake.clientId, authorization: `Bearer ${access_token}`, 'user-agent': 'a test' }
  })
  afterAll(() => fake.close())

  /** The minimum of an IGDB client. */
  const forward: ForwardQuery = async (endpoint, body) => {
    if (failure) throw new UpstreamError('igdb', failure, 'scripted', undefined, 7000)
    const answer = await fetch(`${fake.url}/${endpoint}`, { method: 'POST', headers, body })
    if (answer.status >= 500) throw new UpstreamError('igdb', 'server', 'a 5xx', answer.status)
    if (answer.status >= 400) throw new UpstreamError('igdb', 'question', await answer.text(), answer.status)
    return answer.json().catch(() => Promise.reject(new UpstreamError('igdb', 'garbage', 'no JSON')))
  }

  beforeEach(() => {
    now = new Date()
    failure = null
    searchIds = async () => []
    fake.upstream.requests.length = 0
    fake.upstream.failWith(null)
    ask = askThrough(forward)
  })

  /** Returns how a proxy of its own is asked, which sends its queries through this client. */
  function askThrough(client: ForwardQuery): typeof ask {
    const changes: Changes = { isLive: () => true, subscribe: () => () => {}, close: async () => {} }
    const log = createLog('silent')
    const deps = { db: app.db, clock: () => now, changes, log, forward: client, searchIds: () => searchIds() }
    const [route] = igdbProxyRoutes(deps)
    const request = { requestId: 'r', headers: new Headers(), ip: '', origin: '', session: null } as RequestContext
    return (endpoint, query) =>
      dispatch(route as NonNullable<typeof route>, { params: {}, query: {}, body: { endpoint, query } }, request, log)
  }

  test('IGDB receives only the parsed query [R-IGDB-02]', async () => {
    const { body } = await ask('games', 'w id=igdb_200002 ;f name , hypes;// nothing\n l 10000;')
    expect(body).toEqual([{ id: 200_002, name: 'Ember Circuit', hypes: 90 }])
    expect(fake.apiRequests().map(({ path, body }) => [path, body])).toEqual([
      ['/v4/games', 'fields name,hypes; where id = 200002; limit 500;'],
    ])
    expect((await ask('games/count', 'where version_parent = 1942;')).body).toEqual({ count: 1 })
    await ask('search', 'search "say \\"x\\""; limit 50;')
    expect(fake.apiRequests().at(-1)?.body).toBe('search "say \\"x\\""; limit 10;')
  })

  test('the client of the sources sends the queries, with its token, name and rate limit', async () => {
    const config = {
      url: fake.url,
      tokenUrl: fake.tokenUrl,
      clientId: fake.clientId,
      clientSecret: fake.clientSecret,
    }
    const client = openIgdbClient({ db: app.db, clock: () => new Date(), log: createLog('silent'), config })
    const live = { once: <T>(_: string, work: () => Promise<T>) => work() }
    const forward = forwardTo(client, { live, deadlines: createSourceDeadlines(() => new Promise(() => {})) })
    expect(await forward('games', 'fields name; where id = 71;')).toEqual([{ id: 71, name: 'Portal' }])
    expect(await forward('games/count', 'where id = (20,71);')).toEqual({ count: 2 })
    await expect(forward('games', 'where;')).rejects.toMatchObject({ kind: 'question' })
    // Nobody waits for an IGDB that hangs: the stored catalogue responds instead.
    fake.upstream.failWith('hang')
    const before = fake.apiRequests().length
    const impatient = forwardTo(client, { live, deadlines: createSourceDeadlines(async () => {}) })
    await expect(impatient('games', 'fields name; where id = 71;')).rejects.toMatchObject({ kind: 'timeout' })
    // The request goes on after the deadline. It must arrive before the next test counts requests.
    await expect.poll(() => fake.apiRequests()).toHaveLength(before + 1)
    fake.upstream.failWith(null)
  })

  test("IGDB's rows are returned unchanged [R-IGDB-14]", async () => {
    const { body } = await ask('games', 'fields *,release_dates.*; where id = 1942;')
    const witcher = fake.games.find((game) => game.id === 1942)
    expect(body).toMatchObject([{ checksum: witcher?.checksum, release_dates: [{}, {}, 164_715] }])
  })

  test('IGDB is never queried for achievements, because it has none', async () => {
    expect(await ask('achievements', 'where game = 472;')).toMatchObject({ status: 200, body: [] })
    expect(fake.apiRequests()).toEqual([])
  })

  test('equal queries are sent once in five minutes, in any spelling [R-CACHE-13]', async () => {
    const first = await ask('games', 'fields name; where id = 20;')
    now = new Date(now.getTime() + 299_000)
    expect(await ask('games', 'w id = "igdb_20"; f name;')).toMatchObject({ body: first.body })
    expect(fake.apiRequests()).toHaveLength(1)
    now = new Date(now.getTime() + 2_000)
    await ask('games', 'fields name; where id = 20;')
    expect(fake.apiRequests()).toHaveLength(2)
  })

  test('a query that IGDB refuses is refused, without the fallback', async () => {
    failure = 'question'
    expect(await ask('games', 'fields name;')).toMatchObject({ status: 400, body: { code: 'invalid_query' } })
  })

  test.each(['server_error', 'garbage', 'wrong_type', 'truncated'] as const)(
    'when IGDB fails (%s), the stored catalogue responds, and IGDB is asked again next time',
    async (fault) => {
      fake.upstream.failWith(fault, undefined, 1)
      const query = 'fields name,hypes; where id = 1942;'
      expect((await ask('games', query)).body).toEqual([{ id: 1942, name: WITCHER }])
      expect((await ask('games', query)).body).toEqual([expect.objectContaining({ id: 1942, name: WITCHER })])
      expect(fake.apiRequests().map(({ body }) => body)).toEqual([query, query])
    },
  )

  describe('when neither responds', () => {
    const outcomes = new Map<UpstreamFailure, Awaited<ReturnType<typeof ask>>>()
    const CASES = [
      ['rate_limited', 429, 'rate_limit_exceeded', 'Too many attempts. Please try again later.'],
      ['quota', 429, 'rate_limit_exceeded', 'Too many attempts. Please try again later.'],
      ['timeout', 504, 'upstream_timeout', 'IGDB did not respond in time. Please try again later.'],
      ['circuit_open', 502, 'upstream_failed', 'IGDB sent an invalid response. Please try again later.'],
    ] as const

    // Together, because each takes as long as the time limit of a query.
    beforeAll(async () => {
      const askWhileFailing = async (kind: UpstreamFailure) => {
        const askIt = askThrough(() => Promise.reject(new UpstreamError('igdb', kind, 'scripted', undefined, 7000)))
        outcomes.set(kind, await askIt('games', 'fields name;'))
      }
      await whileGamesAreLocked(() => Promise.all(CASES.map(([kind]) => askWhileFailing(kind))))
    })

    test.each(CASES)('(%s), the status is %i', (kind, status, code, error) => {
      expect(outcomes.get(kind)).toMatchObject({ status, body: { code, error } })
      if (status === 429) expect(outcomes.get(kind)?.body).toMatchObject({ retryAfter: 7 })
    })
  })
})

test('a query that takes too long is cancelled, and the number of waiting ones is limited', async () => {
  let asked: ReturnType<typeof ask>[] = []
  await whileGamesAreLocked(async () => {
    asked = Array.from({ length: 18 }, (_, at) => ask('games', `where id = ${at + 1};`))
    // Until the first query is cancelled. The waiting ones follow without the lock.
    await Promise.any(asked.map(async (answer) => expect((await answer).status).toBe(504)))
  })
  const outcomes = await Promise.all(asked)
  const statuses = outcomes.map(({ status }) => status)
  expect(statuses).toContain(429)
  expect(statuses).toContain(504)
  expect(statuses.every((status) => [200, 429, 504].includes(status))).toBe(true)
  expect(outcomes.find(({ status }) => status === 504)?.body).toMatchObject({
    code: 'upstream_timeout',
    error: 'The catalogue took too long over this query. Please ask for less.',
  })
})

/** Locks the table against reads, so that every query on it exceeds its time limit. */
async function whileGamesAreLocked<T>(work: () => Promise<T>): Promise<T> {
  return app.db.transaction().execute(async (transaction) => {
    await sql`lock table games in access exclusive mode`.execute(transaction)
    return work()
  })
}
