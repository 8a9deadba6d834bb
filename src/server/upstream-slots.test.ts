import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#db/db.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { startFakeUpstream } from '#tests/support/fake-upstream.ts'
import { createLog } from './log.ts'
import { openUpstream, UpstreamError } from './upstream.ts'
import type { Sleep } from './upstream-exchange.ts'
import { sharedSlots } from './upstream-slots.ts'

const { connectionString, drop } = await cloneDatabase()
const node = () => openDatabase({ connectionString, poolSize: 4, onError: () => {} })
const nodes = [node(), node()]
const [{ db }] = nodes as [ReturnType<typeof node>]
let open = 0
let mostAtOnce = 0
let answerWhen: Promise<void> = Promise.resolve()
const fake = await startFakeUpstream(async () => {
  open += 1
  mostAtOnce = Math.max(mostAtOnce, open)
  await answerWhen
  open -= 1
  return { body: [] }
})
afterAll(async () => {
  await fake.close()
  for (const each of nodes) await each.close()
  await drop()
})
beforeEach(() => {
  answerWhen = Promise.resolve()
  mostAtOnce = 0
  fake.requests.length = 0
})
afterEach(async () => {
  fake.failWith(null)
  await sql`truncate upstream_slots, upstream_pace`.execute(db)
})

function ask(
  at: number,
  limits: { perSecond: number; mostOpen: number },
  { sleep, ...options }: { timeoutMs?: number; sleep?: Sleep } = {},
) {
  const upstream = openUpstream({
    name: 'igdb',
    log: createLog('silent'),
    clock: () => new Date(),
    slots: sharedSlots(
      (nodes[at] as ReturnType<typeof node>).db,
      { source: 'igdb', ...limits },
      sleep ? { sleep } : {},
    ),
    ...options,
  })
  return () => upstream.ask((send) => send({ url: new URL(fake.url) }))
}

test('two app nodes together start no more requests per second than the limit', async () => {
  const limits = { perSecond: 20, mostOpen: 8 }
  const [one, two] = [ask(0, limits), ask(1, limits)]
  const { rows: before } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? one() : two())))
  const from = (before[0] as { at: Date }).at
  const { rows: after } = await sql<{ ms: number }>`
    select (extract(epoch from next_at - ${from}) * 1000)::float8 as ms from upstream_pace`.execute(db)
  // Each request books 50 ms or more, and starts when its booking begins or later.
  expect(after[0]?.ms).toBeGreaterThanOrEqual(20 * 50)
  const arrivals = fake.requests.map(({ at }) => at - from.getTime()).sort((a, b) => a - b)
  expect(arrivals).toHaveLength(20)
  for (const [n, at] of arrivals.entries()) expect(at).toBeGreaterThanOrEqual(n * 50)
})

test('two app nodes together have no more requests open than the limit', async () => {
  let answerAll: () => void = () => {}
  answerWhen = new Promise((resolve) => {
    answerAll = resolve
  })
  const limits = { perSecond: 1_000, mostOpen: 3 }
  const [one, two] = [ask(0, limits), ask(1, limits)]
  const answers = Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? one() : two())))
  await expect.poll(() => open).toBe(3)
  answerAll()
  await answers
  expect(fake.requests).toHaveLength(12)
  expect(mostAtOnce).toBe(3)
})

test('a failed request releases its slot', async () => {
  const one = ask(0, { perSecond: 1_000, mostOpen: 1 }, { timeoutMs: 1_000 })
  fake.failWith('hang')
  await expect(one()).rejects.toMatchObject({ kind: 'timeout' })
  fake.failWith(null)
  expect((await ask(1, { perSecond: 1_000, mostOpen: 1 })()).body).toEqual([])
})

test('a node that died with open requests blocks its slots only for a limited time', async () => {
  const limits = { perSecond: 1_000, mostOpen: 1 }
  await ask(0, limits)()
  const { rows } = await sql<{ until: Date }>`
    update upstream_slots set held_until = clock_timestamp() + interval '300 milliseconds', holder = ${crypto.randomUUID()}
    returning held_until as until`.execute(db)
  await ask(1, limits)()
  expect(fake.requests[1]?.at).toBeGreaterThanOrEqual(rows[0]?.until.getTime() as number)
})

test('a request that would wait too long is refused at once, and the circuit stays closed', async () => {
  const waits: number[] = []
  const one = ask(0, { perSecond: 0.1, mostOpen: 8 }, { sleep: async (ms) => void waits.push(ms) })
  await one()
  waits.length = 0
  const error = await one().then(
    () => null,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(UpstreamError)
  expect(error).toMatchObject({ kind: 'rate_limited', status: null })
  expect(waits).toEqual([])
  await sql`truncate upstream_pace`.execute(db)
  expect((await one()).body).toEqual([])
})

test('the slots are created again after a crash of the database emptied the tables', async () => {
  const one = ask(0, { perSecond: 1_000, mostOpen: 2 })
  await one()
  await sql`truncate upstream_slots, upstream_pace`.execute(db)
  expect((await one()).body).toEqual([])
})
