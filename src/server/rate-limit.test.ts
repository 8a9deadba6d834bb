import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { useTestApp } from '#tests/support/test-app.ts'
import { BUDGETS_OF_ADDRESSES } from './guard.ts'
import { budgetRefusal, createRateLimits } from './rate-limit.ts'

const world = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '2' })
const pools: pg.Pool[] = []
/** Creates several nodes on one database. */
const nodes = (count: number) =>
  Array.from({ length: count }, () => {
    const pool = new pg.Pool({ connectionString: world.config.databaseUrl as string, max: 2 })
    // Dropping the test's database ends the remaining connections, of which the pool emits an error each.
    pool.on('error', () => {})
    pools.push(pool)
    return createRateLimits(pool, true)
  })
let calls = 0
const somebody = () => ({ memberId: null, address: `10.1.${Math.floor(++calls / 250)}.${calls % 250}` })
const member = () => `member ${++calls}`

afterAll(() => Promise.all(pools.map((pool) => pool.end())))

describe('the budgets of G56', () => {
  test.each([
    ['sign-up', 5, 3600],
    ['availability', 30, 60],
    ['write', 60, 60],
    ['search', 60, 60],
    ['profile-read', 120, 60],
    ['upload', 10, 3600],
    ['token', 20, 3600],
    ['import-row', 240, 60],
    ['error-report', 20, 60],
  ] as const)('%s: %i in %i seconds, on all nodes together', async (budget, points, seconds) => {
    const [one, two] = nodes(2)
    const who = somebody()
    const answers: (number | null)[] = []
    for (let i = 0; i < points; i += 1) answers.push((await (i % 2 ? one : two)?.draw(budget, who)) ?? null)
    expect(answers.every((answer) => answer === null)).toBe(true)
    for (const node of [one, two]) {
      const wait = await node?.draw(budget, who)
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(seconds)
    }
    expect(await one?.draw(budget, somebody())).toBeNull()
  })

  test.each(['sign-up', 'sign-in', 'availability', 'recovery'] as const)(
    '%s counts by address and by member: neither a new session at the same address nor another address brings a new budget',
    async (budget) => {
      const [node] = nodes(1)
      const { address } = somebody()
      let points = 0
      while ((await node?.draw(budget, { memberId: member(), address })) === null) points += 1
      expect(points).toBeGreaterThanOrEqual(5)
      expect(await node?.draw(budget, { memberId: null, address })).toBeGreaterThan(0)
      const memberId = member()
      const draws: (number | null | undefined)[] = []
      for (let i = 0; i <= points; i += 1) draws.push(await node?.draw(budget, { ...somebody(), memberId }))
      expect(draws.map((wait) => wait === null)).toEqual([...Array(points).fill(true), false])
    },
  )

  test('an IPv6 /64 counts as one client, and a /48 has eight times its budget', async () => {
    const [node] = nodes(1)
    const at = (address: string) => node?.draw('sign-up', { memberId: null, address })
    for (let i = 0; i < 5; i += 1) expect(await at(`2001:db8:7:1::${i}`)).toBeNull()
    expect(await at('2001:db8:7:1:ffff::1')).toBeGreaterThan(0)
    const others: (number | null | undefined)[] = []
    for (let i = 0; i < 40; i += 1) others.push(await at(`2001:db8:7:${(i + 16).toString(16)}::1`))
    expect(others.filter((wait) => wait === null)).toHaveLength(35)
    expect(await at('2001:db8:8:1::1')).toBeNull()
  })

  test('writes of a member count for the member from any address, and not for the address', async () => {
    const [node] = nodes(1)
    const { address } = somebody()
    const memberId = member()
    for (let i = 0; i < 60; i += 1) expect(await node?.draw('write', { memberId, address })).toBeNull()
    expect(await node?.draw('write', { memberId, address: '10.9.9.9' })).toBeGreaterThan(0)
    expect(await node?.draw('write', { memberId: null, address })).toBeNull()
  })

  test('simultaneous calls get no more than the budget', async () => {
    const [one, two] = nodes(2)
    const who = somebody()
    const drawn = await Promise.all(Array.from({ length: 12 }, (_, i) => (i % 2 ? one : two)?.draw('sign-up', who)))
    expect(drawn.filter((wait) => wait === null)).toHaveLength(5)
  })

  test('the setting turns rate limits off', async () => {
    const limits = createRateLimits(pools[0] as pg.Pool, false)
    const who = somebody()
    for (let i = 0; i < 12; i += 1) expect(await limits.draw('sign-up', who)).toBeNull()
  })
})

describe('a refused text', () => {
  const drawn = async () => {
    const [node] = nodes(1)
    const who = { ...somebody(), memberId: member() }
    const draw = () => node?.draw('forum-post', who)
    expect(await draw()).toBeNull()
    return { draw, giveBack: (sinceMs: number) => node?.giveBack('forum-post', who, sinceMs), who }
  }
  const endWindow = ({ memberId }: { memberId: string }) =>
    world.db.deleteFrom('rate_limits').where('key', '=', `forum-post:${memberId}`).execute()

  test('gets its point back', async () => {
    const { draw, giveBack } = await drawn()
    await giveBack(0)
    expect(await draw()).toBeNull()
    expect(await draw()).toBeGreaterThan(0)
  })

  test('whose body took longer than the window gets no point of the next one', async () => {
    const { draw, giveBack, who } = await drawn()
    await endWindow(who)
    expect(await draw()).toBeNull()
    await giveBack(11_000)
    expect(await draw()).toBeGreaterThan(0)
  })

  test('leaves no points for a window that has not begun', async () => {
    const { draw, giveBack, who } = await drawn()
    await endWindow(who)
    await giveBack(11_000)
    expect(await draw()).toBeNull()
    expect(await draw()).toBeGreaterThan(0)
  })
})

test('each address that is no endpoint of a contract has a budget', () => {
  const endpoints = new Set<string>(world.routes.map(({ endpoint }) => endpoint.path))
  // They count in another way: by token, or connections.
  const others = ['/metrics', '/api/realtime', '/api/v1/openapi.json', '*']
  const covers = ([pattern]: readonly [string, unknown], path: string) =>
    pattern === path || (pattern.endsWith('/*') && `${path}/`.startsWith(pattern.slice(0, -1)))
  const addresses = world.app.routes.flatMap(({ method, path }) => (method === 'GET' ? [path] : []))
  const without = addresses.filter((path) => !endpoints.has(path) && !others.includes(path))
  expect(without.filter((path) => !BUDGETS_OF_ADDRESSES.some((each) => covers(each, path)))).toEqual([])
  expect(without.length).toBeGreaterThan(10)
})

test('a profile that is requested too often is refused as documented [R-MODAL-10]', () => {
  const refusal = budgetRefusal('profile-read', 3)
  expect([refusal.kind, refusal.code, refusal.message, refusal.extras.retryAfter]).toEqual([
    'too_many',
    'PGRST301',
    'Too many requests. Please wait a moment before trying again.',
    60,
  ])
})

describe('behind two proxies', () => {
  const ask = (forwarded: string) =>
    world
      .visitor()
      .post('/api/error-log', { message: 'x' }, { 'x-forwarded-for': forwarded, 'x-csrf-token': 'not needed' })

  test('addresses that a client adds to the header bring no new budget, and the response states the wait', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 21; i += 1) statuses.push((await ask(`6.6.6.${i}, 203.0.113.9, 10.0.0.2`)).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429])
    const refused = await ask('203.0.113.9, 10.0.0.2')
    expect(refused.body).toMatchObject({ code: 'rate_limit_exceeded' })
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.retryAfter))
    expect((await ask('203.0.113.10, 10.0.0.2')).status).toBe(202)
  })
})
