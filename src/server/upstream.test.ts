import { Writable } from 'node:stream'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createManualTimeouts, type FakeUpstream, type Fault, startFakeUpstream } from '#tests/support/fake-upstream.ts'
import { createLog } from './log.ts'
import { openUpstream, type UpstreamError, type UpstreamFailure, type UpstreamOptions } from './upstream.ts'

const fake: FakeUpstream = await startFakeUpstream(({ path }) => {
  if (path === '/long') return { body: JSON.stringify('x'.repeat(200_000)) }
  if (path === '/elsewhere') return { status: 302, headers: { location: `${fake.url}/ok` }, body: '' }
  if (path === '/refused') return { status: 401, body: { error: 'no' } }
  if (path === '/wrong') return { status: 400, body: [{ title: 'Syntax Error' }] }
  if (path === '/quota') return { status: 401, body: { error: 'The monthly API limit reached' } }
  if (path === '/missing') return { status: 404, body: { detail: 'Not found.' } }
  return { body: { ok: true } }
})
afterAll(() => fake.close())

let time = new Date('2026-11-21T12:00:00Z')
let lines: string[] = []
const delays: number[] = []
beforeEach(() => {
  fake.failWith(null)
  fake.requests.length = 0
  delays.length = 0
  lines = []
  time = new Date('2026-11-21T12:00:00Z')
})

const pass = (minutes: number) => {
  time = new Date(time.getTime() + minutes * 60_000)
}

function open(options: Partial<UpstreamOptions> = {}) {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const upstream = openUpstream({
    name: 'igdb',
    log: createLog('debug', sink),
    clock: () => time,
    sleep: async (milliseconds) => void delays.push(milliseconds),
    timeoutMs: 10_000,
    ...options,
  })
  const get = (path = '/ok') =>
    upstream.ask((send) => send({ url: new URL(`${fake.url}${path}?key=hidden-key`) })).then((answer) => answer.body)
  return { upstream, get }
}

async function failureOf(work: Promise<unknown>): Promise<UpstreamError> {
  try {
    await work
  } catch (error) {
    return error as UpstreamError
  }
  throw new Error('it did not fail')
}

describe('a query', () => {
  test('returns parsed JSON and sends a user agent', async () => {
    expect(await open().get()).toEqual({ ok: true })
    expect(fake.requests[0]?.headers['user-agent']).toMatch(/^Savepoint/)
  })

  const kinds: Record<Fault, UpstreamFailure> = {
    not_found: 'question',
    server_error: 'server',
    rate_limited: 'rate_limited',
    garbage: 'garbage',
    truncated: 'garbage',
    wrong_type: 'garbage',
    hang: 'timeout',
    drip: 'timeout',
    drop: 'unreachable',
    cut: 'unreachable',
  }
  for (const [fault, kind] of Object.entries(kinds) as [Fault, UpstreamFailure][])
    test(`fails as ${kind} when the source sends: ${fault}`, async () => {
      fake.failWith(fault)
      // Only the deadline ends responses that hang or trickle; the other faults need no manual time.
      const time = createManualTimeouts()
      const failing = failureOf(open({ endAfter: time.endAfter, retryDelayMs: () => 0 }).get())
      if (kind === 'timeout') {
        await expect.poll(() => fake.requests).toHaveLength(1)
        time.end()
      }
      expect(await failing).toMatchObject({ name: 'UpstreamError', source: 'igdb', kind })
    })

  test('fails as unreachable when nothing listens', async () => {
    const gone = await startFakeUpstream(() => ({ body: {} }))
    await gone.close()
    const { upstream } = open()
    const error = await failureOf(upstream.ask((send) => send({ url: new URL(`${gone.url}/?key=hidden-key`) })))
    expect(error).toMatchObject({ kind: 'unreachable', message: 'igdb: no connection (ECONNREFUSED)' })
  })

  test('that hangs reports after how many milliseconds it was aborted [R-NET-08]', async () => {
    fake.failWith('hang')
    const time = createManualTimeouts()
    const failing = failureOf(open({ timeoutMs: 150, endAfter: time.endAfter }).get())
    await expect.poll(() => fake.requests.length).toBe(1)
    time.end()
    expect((await failing).message).toBe('igdb: Request timeout after 150ms.')
  })

  test('aborts a response that is too long', async () => {
    expect(await failureOf(open({ maxBytes: 10_000 }).get('/long'))).toMatchObject({ kind: 'garbage' })
  })

  test('follows no redirect, because it would pass the key on', async () => {
    expect(await failureOf(open().get('/elsewhere'))).toMatchObject({ kind: 'question', status: 302 })
    expect(fake.requests.map((request) => request.path)).toEqual(['/elsewhere'])
  })

  test('may accept an error status as a response if it contains JSON', async () => {
    expect(await open({ accepts: [404] }).get('/missing')).toEqual({ detail: 'Not found.' })
    fake.failWith('not_found')
    expect(await failureOf(open({ accepts: [404] }).get())).toMatchObject({ kind: 'question', status: 404 })
  })

  test('reveals the address neither in the log nor in the error', async () => {
    for (const path of ['/ok', '/wrong', '/refused', '/elsewhere', '/missing']) {
      const error = await open()
        .get(path)
        .catch((error: unknown) => error)
      expect(JSON.stringify([String(error), (error as Error).stack, error])).not.toContain('hidden-key')
    }
    for (const fault of ['server_error', 'garbage', 'drop', 'cut'] as const) {
      fake.failWith(fault)
      const error = await failureOf(open().get())
      expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain('hidden-key')
    }
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.join()).not.toContain('hidden-key')
  })
})

describe('retries', () => {
  test('a failing source is requested four times, after pauses of 1, 2 and 4 seconds [R-NET-06]', async () => {
    fake.failWith('server_error')
    expect(await failureOf(open().get())).toMatchObject({ kind: 'server', status: 500 })
    expect(fake.requests).toHaveLength(4)
    expect(delays).toEqual([1_000, 2_000, 4_000])
  })

  test('the caller does not notice a source that recovers', async () => {
    fake.failWith('drop', () => true, 2)
    expect(await open().get()).toEqual({ ok: true })
    expect(delays).toEqual([1_000, 2_000])
  })

  test('a 4xx is not retried [R-NET-07]', async () => {
    for (const path of ['/wrong', '/refused', '/missing']) await failureOf(open().get(path))
    expect(fake.requests.map((request) => request.path)).toEqual(['/wrong', '/refused', '/missing'])
  })

  test('a 429 is not retried either', async () => {
    fake.failWith('rate_limited')
    await failureOf(open().get())
    expect(fake.requests).toHaveLength(1)
  })

  test('end when the deadline of the query would pass', async () => {
    fake.failWith('server_error')
    expect(await failureOf(open({ timeoutMs: 1_500 }).get())).toMatchObject({ kind: 'server' })
    expect(delays).toEqual([1_000])
  })
})

describe('the circuit', () => {
  const limited = () => fake.failWith('rate_limited')

  test('opens at a 429, sends nothing while it is open, and closes after two minutes [R-NET-03]', async () => {
    const { get, upstream } = open()
    limited()
    expect(await failureOf(get())).toMatchObject({ kind: 'rate_limited', status: 429 })
    fake.failWith(null)
    expect(await failureOf(get())).toMatchObject({ kind: 'circuit_open', retryAfterMs: 120_000 })
    pass(1.99)
    await failureOf(get())
    expect(fake.requests).toHaveLength(1)
    expect(upstream.state()).toMatchObject({
      openUntil: new Date('2026-11-21T12:02:00Z'),
      lastFailure: { kind: 'rate_limited' },
    })
    pass(0.01)
    expect(await get()).toEqual({ ok: true })
    expect(upstream.state().openUntil).toBeNull()
  })

  test('stays open longer each time, at most ten minutes, and one success resets it [R-NET-04]', async () => {
    const { get, upstream } = open()
    const minutes: number[] = []
    async function openAgain() {
      limited()
      await failureOf(get())
      minutes.push(((upstream.state().openUntil?.getTime() as number) - time.getTime()) / 60_000)
      pass(10)
    }
    for (let time = 0; time < 7; time++) await openAgain()
    expect(minutes).toEqual([2, 4, 6, 8, 10, 10, 10])
    fake.failWith(null)
    await get()
    await openAgain()
    expect(minutes.at(-1)).toBe(2)
  })

  test('waits as long as the source demands, if that is longer', async () => {
    const { get, upstream } = open()
    fake.failWith({ fault: 'rate_limited', retryAfterSeconds: 600 })
    expect(await failureOf(get())).toMatchObject({ retryAfterMs: 600_000 })
    expect(upstream.state().openUntil).toEqual(new Date('2026-11-21T12:10:00Z'))
  })

  test('opens when three queries in a row have failed, not before', async () => {
    const { get, upstream } = open({ retryDelayMs: () => 0 })
    fake.failWith('drop')
    for (const isOpen of [false, false, true]) {
      await failureOf(get())
      expect(upstream.state().openUntil !== null).toBe(isOpen)
    }
  })

  test('does not open because of queries that the source rejects', async () => {
    const { get, upstream } = open()
    for (let time = 0; time < 5; time++) await failureOf(get('/wrong'))
    expect(upstream.state().openUntil).toBeNull()
  })

  test('opens at wrong credentials, because the next page would fail in the same way', async () => {
    const { get, upstream } = open()
    expect(await failureOf(get('/refused'))).toMatchObject({ kind: 'credentials' })
    expect(upstream.state().openUntil).not.toBeNull()
  })

  test('lets one query through when its time is over, and the others wait for its outcome', async () => {
    const { get } = open()
    limited()
    await failureOf(get())
    pass(2)
    fake.requests.length = 0
    const outcomes = await Promise.all([1, 2, 3].map(() => failureOf(get())))
    expect(outcomes.map((error) => error.kind).sort()).toEqual(['circuit_open', 'circuit_open', 'rate_limited'])
    expect(fake.requests).toHaveLength(1)
  })

  test('counts queries that fail together once', async () => {
    const { get, upstream } = open()
    limited()
    await Promise.all([1, 2, 3, 4, 5].map(() => failureOf(get())))
    expect(upstream.state().openUntil).toEqual(new Date('2026-11-21T12:02:00Z'))
  })

  test('an exhausted quota is tried again once a day', async () => {
    const kindOf = (_status: number, body: string) => (body.includes('monthly API limit') ? ('quota' as const) : null)
    const { get, upstream } = open({ kindOf })
    expect(await failureOf(get('/quota'))).toMatchObject({ kind: 'quota', status: 401 })
    pass(23 * 60)
    expect(await failureOf(get())).toMatchObject({ kind: 'quota', status: null })
    expect(upstream.state().isQuotaUsedUp).toBe(true)
    expect(fake.requests).toHaveLength(1)
    pass(60)
    expect(await get()).toEqual({ ok: true })
    expect(upstream.state().isQuotaUsedUp).toBe(false)
  })

  test('a bug of ours during the probe does not leave the circuit open', async () => {
    const { get, upstream } = open()
    limited()
    await failureOf(get())
    pass(2)
    fake.failWith(null)
    await expect(
      upstream.ask(async () => {
        throw new TypeError('a bug')
      }),
    ).rejects.toThrow('a bug')
    expect(await get()).toEqual({ ok: true })
  })
})
