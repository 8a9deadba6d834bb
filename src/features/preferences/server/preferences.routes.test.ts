import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BROWSER_STORAGE } from '#shared/browser-storage.ts'
import { CONSENT_LEVELS, type ConsentLevel } from '#shared/consent.ts'
import { consentText } from '#shared/consent-cookie.ts'
import { type Member, PASSWORD, signUp } from '#tests/support/members.ts'
import { gameOf, instantSleep, scriptedSource } from '#tests/support/scripted-source.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { preferencesJobs } from './preferences.jobs.ts'

const igdb = scriptedSource('igdb')
const rawg = scriptedSource('rawg')
const { sleep } = instantSleep(() => igdb.isHanging() || rawg.isHanging())
const app = useTestApp({}, { catalogueEdges: { sources: [igdb, rawg], sleep } })
const ADDRESS = '/api/user/preferences'
const DEFAULTS = {
  game_data_source: 'auto',
  search_strategy: 'smart',
  cache_enabled: true,
  fallback_enabled: true,
  erotic_games: false,
  theme: 'dark',
}
let member: Member

beforeAll(async () => {
  igdb.games = [gameOf('igdb_1', 'Quux of IGDB')]
  rawg.games = [gameOf('rawg_1', 'Quux of RAWG')]
})
beforeEach(async () => {
  member = await signUp(app)
})

const rows = () => app.db.selectFrom('user_preferences').selectAll().where('user_id', '=', member.user.id).execute()

describe('preferences', () => {
  test('a new member has the defaults: source auto, strategy smart, cache on, fallback on, theme dark [R-PREF-01, R-PREF-02, R-PREF-07]', async () => {
    const { status, body } = await member.get(ADDRESS)
    expect([status, body]).toEqual([200, { ...DEFAULTS, user_id: member.user.id, updated_at: null }])
    expect(await rows()).toEqual([])
  })

  test('stored values stay, and fields that are not named stay as they were, in a single row [R-PREF-01, R-PREF-04]', async () => {
    await member.put(ADDRESS, { game_data_source: 'rawg', theme: 'light' })
    const { body } = await member.put(ADDRESS, { game_data_source: 'hybrid', search_strategy: 'parallel' })
    const wanted = { ...DEFAULTS, game_data_source: 'hybrid', search_strategy: 'parallel', theme: 'light' }
    expect(body).toEqual({ ...wanted, user_id: member.user.id, updated_at: app.time.now.toISOString() })
    expect((await member.get(ADDRESS)).body).toEqual(body)
    expect(await rows()).toMatchObject([wanted])
  })

  test('simultaneous first changes create one row', async () => {
    const answers = await Promise.all(
      ['igdb', 'rawg', 'smart', 'hybrid'].map((game_data_source) => member.put(ADDRESS, { game_data_source })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await rows()).toHaveLength(1)
  })

  test.each([
    { game_data_source: 'steam' },
    { search_strategy: '' },
    { cache_enabled: 'yes' },
    { fallback_enabled: null },
    { erotic_games: 'yes' },
    { theme: 'purple' },
    { theme: 'light', search_strategy: 7 },
    [[]],
    'dark',
  ])('%j is refused, and nothing is stored', async (change) => {
    const { status, body } = await member.put(ADDRESS, change)
    expect([status, typeof body.error]).toEqual([400, 'string'])
    expect(await rows()).toEqual([])
  })

  test('the session decides which member’s preferences change: the body cannot name another member, and a visitor has none', async () => {
    const other = await signUp(app)
    await member.put(ADDRESS, { theme: 'light', user_id: other.user.id })
    expect((await other.get(ADDRESS)).body.theme).toBe('dark')
    expect((await member.get(ADDRESS)).body.theme).toBe('light')
    expect((await app.visitor().get(ADDRESS)).status).toBe(401)
    expect((await app.visitor().put(ADDRESS, { theme: 'light' })).status).toBe(401)
  })

  test('preferences are deleted with the member', async () => {
    await member.put(ADDRESS, { theme: 'light' })
    await app.db.deleteFrom('user').where('id', '=', member.user.id).execute()
    expect(await rows()).toEqual([])
  })
})

describe("the catalogue with a member's preferences", () => {
  const LIST = '/api/games?limit=5'
  const sourceOf = async (who: { get: Member['get'] }, path = LIST) => {
    const { status, body, headers } = await who.get(path)
    expect(status, JSON.stringify(body)).toBe(200)
    return [body.source, body.games[0]?.dataSource, headers.get('cache-control')?.split(',')[0]]
  }

  test.each(['auto', 'popscore'])('%s means IGDB [R-PREF-03]', async (game_data_source) => {
    await member.put(ADDRESS, { game_data_source })
    expect(await sourceOf(member)).toEqual(['igdb', 'igdb', 'public'])
  })

  test('lists use the source of the requesting member, and not of other members', async () => {
    await member.put(ADDRESS, { game_data_source: 'rawg' })
    const other = await signUp(app)
    const own = ['rawg', 'rawg', 'private']
    const everybodys = ['igdb', 'igdb', 'public']
    expect(await sourceOf(member)).toEqual(own)
    // The cached response for visitors is separate from the member's.
    expect(await sourceOf(app.visitor())).toEqual(everybodys)
    expect(await sourceOf(other)).toEqual(everybodys)
    expect(await sourceOf(member)).toEqual(own)
    // Members with the same preference share the cached response of that source.
    const asked = rawg.times('listGames')
    expect(await sourceOf(app.visitor(), `${LIST}&source=rawg`)).toEqual(['rawg', 'rawg', 'public'])
    expect(rawg.times('listGames')).toBe(asked)
  })

  test('a source in the request takes precedence', async () => {
    await member.put(ADDRESS, { game_data_source: 'rawg' })
    expect(await sourceOf(member, `${LIST}&source=igdb`)).toEqual(['igdb', 'igdb', 'public'])
  })

  test("a search uses the member's strategy, in the catalogue and on its own", async () => {
    await member.put(ADDRESS, { search_strategy: 'rawg_first' })
    for (const path of ['/api/games/search?query=quux', '/api/games?search=quux']) {
      expect((await member.get(path)).body.source).toBe('rawg')
      expect((await app.visitor().get(path)).body.source).toBe('igdb')
    }
    expect((await member.get('/api/games/search?query=quux&strategy=igdb_first')).body.source).toBe('igdb')
  })

  test('a request falls back to the other source when one fails, unless the member has turned that off', async () => {
    await member.put(ADDRESS, { search_strategy: 'igdb_first', fallback_enabled: true })
    igdb.fail('server', Number.POSITIVE_INFINITY)
    try {
      expect((await member.get('/api/games/search?query=quux&limit=7')).body.source).toBe('rawg')
      await member.put(ADDRESS, { fallback_enabled: false })
      const asked = rawg.times()
      expect((await member.get('/api/games/search?query=quux&limit=8')).body.source).toBe('local')
      expect(rawg.times()).toBe(asked)
    } finally {
      igdb.fail(null)
    }
  })
})

describe('counted pages', () => {
  const consenting = (level: ConsentLevel) => {
    const visitor = app.visitor()
    visitor.cookies.set('consent', consentText(level, app.time.now))
    return visitor
  }
  const counts = () => app.db.selectFrom('page_counts').select(['page', 'views', 'visits']).orderBy('page').execute()
  const today = () => app.time.now.toISOString().slice(0, 10)
  beforeEach(() => app.db.deleteFrom('page_counts').execute())

  test.each(CONSENT_LEVELS)(
    'with consent to %s the analytics cookie is set only for analytics [R-PREF-08, R-PREF-13]',
    async (level) => {
      const visitor = consenting(level)
      const { status, body, headers } = await visitor.post('/api/page-views', { page: '/' })
      if (level === 'analytics' || level === 'all') {
        expect(status).toBe(204)
        expect(headers.get('set-cookie')).toBe(`visit=${today()}; Path=/; SameSite=Lax; Max-Age=2592000`)
        expect(await counts()).toEqual([{ page: '/', views: 1, visits: 1 }])
      } else {
        expect([status, body.code, headers.get('set-cookie')]).toEqual([403, 'consent_required', null])
        expect(await counts()).toEqual([])
      }
    },
  )

  test('every view counts, and a visit counts once a day for each browser', async () => {
    const visitor = consenting('analytics')
    for (const page of ['/', '/game/:gameId', '/game/:gameId']) await visitor.post('/api/page-views', { page })
    expect(await counts()).toEqual([
      { page: '/', views: 1, visits: 1 },
      { page: '/game/:gameId', views: 2, visits: 0 },
    ])
    await consenting('analytics').post('/api/page-views', { page: '/' })
    expect((await counts())[0]).toEqual({ page: '/', views: 2, visits: 2 })
  })

  test('after consent is withdrawn nothing is counted, and the cookie is deleted', async () => {
    const visitor = consenting('analytics')
    await visitor.post('/api/page-views', { page: '/' })
    visitor.cookies.set('consent', consentText('functional', app.time.now))
    const { status, headers } = await visitor.post('/api/page-views', { page: '/' })
    expect(status).toBe(403)
    expect(headers.get('set-cookie')).toMatch(/^visit=; .*Max-Age=0/)
    expect(await counts()).toEqual([{ page: '/', views: 1, visits: 1 }])
  })

  test.each(['', 'home', '/game/igdb 1', `/${'x'.repeat(100)}`, '/<script>', null, 7])(
    '%j is refused as a page',
    async (page) => {
      expect((await consenting('all').post('/api/page-views', { page })).status).toBe(400)
      expect(await counts()).toEqual([])
    },
  )

  test('invented pages cannot fill the table', async () => {
    const visitor = consenting('all')
    for (let at = 0; at < 105; at += 1) await visitor.post('/api/page-views', { page: `/made-up-${at}` })
    expect(await counts()).toHaveLength(100)
    await visitor.post('/api/page-views', { page: '/made-up-0' })
    expect((await counts())[0]).toMatchObject({ page: '/made-up-0', views: 2 })
  })

  test('an admin reads the counts by day; old ones are deleted', async () => {
    const admin = await signUp(app, { becomeAdmin: true })
    await consenting('all').post('/api/page-views', { page: '/' })
    const long = (days: number) => new Date(app.time.now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
    const row = { page: '/', views: 3, visits: 1 }
    await app.db
      .insertInto('page_counts')
      .values([29, 30, 400, 401].map((days) => ({ day: long(days), ...row })))
      .execute()
    expect((await admin.get('/api/admin/page-counts')).body.counts).toEqual([
      { day: today(), page: '/', views: 1, visits: 1 },
      { day: long(29), ...row },
    ])
    expect((await admin.get('/api/admin/page-counts?days=31')).body.counts).toHaveLength(3)
    expect((await admin.get('/api/admin/page-counts?days=nonsense')).body.counts).toHaveLength(2)
    const [prune] = preferencesJobs({ ...app, clock: () => app.time.now })
    await prune?.run({})
    expect(await counts()).toHaveLength(4)
  })
})

test("the server's cookies live as long as documented: session 30 days, token 1 hour [R-PREF-10, R-PREF-12]", async () => {
  const visitor = app.visitor()
  const token = (await visitor.get('/api/auth/csrf')).headers.getSetCookie()
  const credentials = { email: member.user.email, password: PASSWORD, rememberMe: true }
  const session = (await visitor.post('/api/auth/signin', credentials)).headers.getSetCookie()
  const lives = (cookies: string[], name: string) =>
    Number(/max-age=(\d+)/i.exec(cookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? '')?.[1])
  expect(lives(session, 'savepoint.session_token')).toBe(2_592_000)
  expect(lives(token, 'savepoint.csrf')).toBe(3600)
  for (const [name, cookies] of [
    ['savepoint.session_token', session],
    ['savepoint.csrf', token],
  ] as const)
    expect(BROWSER_STORAGE[name].seconds).toBe(lives(cookies, name))
})
