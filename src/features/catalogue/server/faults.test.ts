import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { UNLIMITED_SLOTS } from '#server/upstream-slots.ts'
import { startFakeIgdb } from '#tests/support/fake-igdb.ts'
import { startFakeRawg } from '#tests/support/fake-rawg.ts'
import { createManualTimeouts, FAULTS, type Fault } from '#tests/support/fake-upstream.ts'
import { instantSleep } from '#tests/support/scripted-source.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import type { CatalogueDeps } from './assembly/open-catalogue.ts'
import { loadStarterCatalogue } from './catalogue.service.ts'

/**
 * The responses of the server while sources fail: every fault of the fake servers, of each source alone and of both, on
 * every endpoint. Stored data is returned and marked as such, nothing waits beyond its deadline, and no row is damaged.
 */

const HOUR_MS = 60 * 60_000
/** Faults that only take time. */
const SLOW: readonly Fault[] = ['hang', 'drip']

const igdb = await startFakeIgdb({ limits: null })
const rawg = await startFakeRawg()
let isSlow = false
const world = instantSleep(() => isSlow)
/** A pending request ends with its test case, because waiting for it would take forever. */
const time = createManualTimeouts()
let catalogue: CatalogueDeps
const app = useTestApp(
  {
    IGDB_CLIENT_ID: igdb.clientId,
    IGDB_CLIENT_SECRET: igdb.clientSecret,
    IGDB_URL: igdb.url,
    TWITCH_URL: igdb.tokenUrl,
    RAWG_API_KEY: rawg.apiKey,
    RAWG_URL: rawg.url,
  },
  {
    catalogueEdges: {
      sleep: world.sleep,
      upstream: { slots: UNLIMITED_SLOTS, retryDelayMs: () => 0, endAfter: time.endAfter, sleep: async () => {} },
      onOpen: (opened) => {
        catalogue = opened
      },
    },
  },
)
let visitor: Client

type Who = 'igdb' | 'rawg' | 'both'
const WHO: readonly Who[] = ['igdb', 'rawg', 'both']
/** The value of `source` that requests exactly these sources. */
const SOURCE_OF = { igdb: 'igdb', rawg: 'rawg', both: 'hybrid' } as const
const UPSTREAMS = { igdb: [igdb.upstream], rawg: [rawg], both: [igdb.upstream, rawg] }
/** Games that the fakes have and that are not stored. */
const IDS = { igdb: ['igdb_200001'], rawg: ['rawg_900002'], both: ['igdb_200001', 'rawg_900002'] }

const later = (milliseconds: number) => {
  app.time.now = new Date(app.time.now.getTime() + milliseconds)
}
function breakDown(who: Who, fault: Fault): void {
  isSlow = SLOW.includes(fault)
  for (const upstream of UPSTREAMS[who]) upstream.failWith(fault)
}
function mend(): void {
  isSlow = false
  for (const upstream of UPSTREAMS.both) upstream.failWith(null)
  time.end()
}
/**
 * Returns the stored rows of the failing sources with the transaction that wrote each one. A healthy source may change its
 * own rows in the meantime.
 */
async function rowsOf(who: Who): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; writer: string }>`
    select id, xmin::text as writer from games where ${who} in ('both', data_source)`.execute(app.db)
  return new Map(rows.map(({ id, writer }) => [id, writer]))
}

/**
 * Waits until a source works again. A circuit that was open first lets one request through, and RAWG needs two for a
 * page, so the second request gets both. Requests from before may fail only now and open the circuit once more.
 */
async function heal(source: string): Promise<void> {
  for (let reader = 1; ; reader++) {
    const { body } = await visitor.get(`/api/games?source=${source}&sort=name&limit=6`)
    if (body.state === 'live' && body.source === source) return
    expect(reader, `${source} is well: ${body.state} ${body.source}`).toBeLessThan(4)
    later(11 * 60_000)
  }
}

beforeAll(async () => {
  visitor = app.visitor()
  await loadStarterCatalogue(app.db)
})
afterAll(async () => {
  await igdb.close()
  await rawg.close()
})
beforeEach(async () => {
  mend()
  // Queries of the previous case are repeated in the background, and stored when the source works.
  await catalogue.live.settled()
  await catalogue.refresher.settled()
  // Circuits are tried again after at most ten minutes, and in-memory caches live for a minute.
  later(HOUR_MS)
  for (const source of ['igdb', 'rawg', 'hybrid']) await heal(source)
  await app.db.deleteFrom('games').where('id', 'in', IDS.both).execute()
  // Later than the five minutes for which a list is cached, so that the next request queries the source.
  later(6 * 60_000)
  world.pauses.length = 0
})

const CASES = FAULTS.flatMap((fault) => WHO.map((who) => [fault, who] as const))

describe.each(CASES)('%s of %s', (fault, who) => {
  async function ask(path: string) {
    const before = await rowsOf(who)
    const answer = await visitor.get(path)
    expect(answer.status, JSON.stringify(answer.body)).not.toBe(500)
    expect(await rowsOf(who), 'nothing stored is damaged').toEqual(before)
    return answer
  }

  test('a list returns the cached page as stale; one that was never requested returns stored games', async () => {
    breakDown(who, fault)
    const stale = await ask(`/api/games?source=${SOURCE_OF[who]}&sort=name&limit=6`)
    expect(stale.body).toMatchObject({ state: 'stale', source: SOURCE_OF[who] })
    expect(stale.headers.get('x-cache')).toBe('stale')
    expect(stale.body.games.length).toBeGreaterThan(0)
    const year = 1990 + CASES.findIndex((each) => each[0] === fault && each[1] === who)
    const stored = await ask(`/api/games?source=${SOURCE_OF[who]}&year=${year}`)
    expect(stored.body).toMatchObject({ state: 'stored', source: 'local' })
    expect(stored.body.games.length).toBeGreaterThan(0)
  })

  test('a search returns the other source or stored games, and is refused only when there are none', async () => {
    breakDown(who, fault)
    const strategy = who === 'rawg' ? 'rawg_first' : 'smart'
    const found = await ask(`/api/games/search?query=witcher&strategy=${strategy}&limit=${CASES.length}`)
    expect(found.status).toBe(200)
    expect(found.body.games.length).toBeGreaterThan(0)
    // A slow source leaves no time to query the other one.
    const other = { igdb: 'rawg', rawg: 'igdb', both: 'local' }[who]
    if (!isSlow && found.headers.get('x-cache') !== 'stale') expect(found.body.source).toBe(other)
    const nothing = await ask(`/api/games/search?query=xyzzyplugh${fault}${who}&strategy=${strategy}`)
    if (who === 'both' && !isSlow)
      expect([nothing.status, nothing.body.error]).toEqual([503, 'All search services are unavailable'])
    else expect(nothing.body).toMatchObject({ games: [] })
  })

  test('a stored game is returned; a game that is not stored is a bad gateway, and found when the source works again', async () => {
    breakDown(who, fault)
    const { status, body } = await ask('/api/games/igdb_1942')
    expect([status, body.game.name]).toEqual([200, 'The Witcher 3: Wild Hunt'])
    for (const id of IDS[who]) {
      const missing = await ask(`/api/games/${id}?${fault}`)
      expect([missing.status, missing.body.error]).toEqual([502, 'Failed to fetch game details'])
    }
    mend()
    for (const id of IDS[who])
      await expect
        .poll(
          async () => {
            later(11 * 60_000)
            return (await visitor.get(`/api/games/${id}`)).status
          },
          { interval: 200 },
        )
        .toBe(200)
  })

  test('a validation is inconclusive, and that result is not stored', async () => {
    breakDown(who, fault)
    for (const id of IDS[who])
      expect((await ask(`/api/games/${id}/validate`)).body).toEqual({ valid: false, reason: 'api_error' })
    expect(await app.db.selectFrom('game_validity').selectAll().execute()).toEqual([])
  })

  test('the filter lists stay unchanged', async () => {
    await app.db.deleteFrom('catalogue_cache').where('question', 'like', 'terms%').execute()
    breakDown(who, fault)
    const { status, body } = await ask('/api/games/metadata?full=1')
    expect(status).toBe(200)
    expect(body.platforms.length).toBeGreaterThan(40)
    expect(body.genres.length).toBeGreaterThan(15)
  })
})

describe('the circuit breaker of a source', () => {
  const list = async (search = '') => (await visitor.get(`/api/games?source=igdb&sort=name${search}`)).body
  const health = async () => (await visitor.get('/api/health')).body.catalogue as string

  test('opens at the third failure, sends nothing for two minutes, and closes at the first success', async () => {
    breakDown('igdb', 'server_error')
    for (const year of [1991, 1992, 1993]) await list(`&year=${year}`)
    expect(await health()).toMatch(/igdb \(resting until .* after server\)/)
    igdb.upstream.requests.length = 0
    for (const year of [1994, 1995]) expect(await list(`&year=${year}`)).toMatchObject({ state: 'stored' })
    expect(igdb.upstream.requests).toEqual([])
    mend()
    later(2 * 60_000 - 1_000)
    expect(await list('&year=1996')).toMatchObject({ state: 'stored' })
    expect(igdb.upstream.requests).toEqual([])
    later(2_000)
    expect(await list('&year=1997')).toMatchObject({ state: 'live' })
    expect(await health()).toBe('local, igdb, rawg')
  })

  test('opens at once at a 429, and for twice as long when it opens again', async () => {
    breakDown('igdb', 'rate_limited')
    igdb.upstream.requests.length = 0
    await list('&year=2001')
    expect(igdb.upstream.requests).toHaveLength(1)
    later(2 * 60_000 + 1_000)
    await list('&year=2002')
    expect(igdb.upstream.requests).toHaveLength(2)
    later(2 * 60_000 + 1_000)
    await list('&year=2003')
    expect(igdb.upstream.requests).toHaveLength(2)
    later(2 * 60_000)
    await list('&year=2004')
    expect(igdb.upstream.requests).toHaveLength(3)
  })
})
