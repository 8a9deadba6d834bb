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
let answerAfterMs = 0
const fake = await startFakeUpstream(async () => {
  open += 1
  mostAtOnce = Math.max(mostAtOnce, open)
  await new Promise((resolve) => setTimeout(resolve, answerAfterMs))
  open -= 1
  return { body: [] }
})
afterAll(async () => {
  await fake.close()
  for (const each of nodes) await each.close()
  await drop()
})
beforeEach(() => {
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
    turns: sharedSlots(
      (nodes[at] as ReturnType<typeof node>).db,
      { source: 'igdb', ...limits },
      sleep ? { sleep } : {},
    ),
    ...options,
  })
  return () => upstream.ask((send) => send({ url: new URL(fake.url) }))
}

test('two app nodes together start no more requests per second than one may', async () => {
  answerAfterMs = 0
  const limits = { perSecond: 20, mostOpen: 8 }
  const [one, two] = [ask(0, limits), ask(1, limits)]
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? one() : two())))
  const times = fake.requests.map((request) => request.at)
  expect(times).toHaveLength(20)
  // 20 starts, 60 ms apart: about a second (all at once would be a few ms), and never more than so many in any second.
  const inAnySecond = times.map((from) => times.filter((at) => at >= from && at < from + 1000).length)
  expect(Math.max(...inAnySecond)).toBeLessThanOrEqual(20)
  expect((times.at(-1) as number) - (times[0] as number)).toBeGreaterThan(700)
})

test('two app nodes together have no more requests open than one may', async () => {
  answerAfterMs = 60
  const limits = { perSecond: 1_000, mostOpen: 3 }
  const [one, two] = [ask(0, limits), ask(1, limits)]
  await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? one() : two())))
  expect(fake.requests).toHaveLength(12)
  expect(mostAtOnce).toBe(3)
})

test('a request that fails gives its turn back', async () => {
  const one = ask(0, { perSecond: 1_000, mostOpen: 1 }, { timeoutMs: 100 })
  fake.failWith('hang')
  await expect(one()).rejects.toMatchObject({ kind: 'timeout' })
  fake.failWith(null)
  answerAfterMs = 0
  expect((await ask(1, { perSecond: 1_000, mostOpen: 1 })()).body).toEqual([])
})

test('a node that died with requests open is waited for only so long', async () => {
  const limits = { perSecond: 1_000, mostOpen: 1 }
  await ask(0, limits)()
  await sql`update upstream_slots set held_until = clock_timestamp() + interval '300 milliseconds', holder = ${crypto.randomUUID()}`.execute(
    db,
  )
  const began = performance.now()
  await ask(1, limits)()
  expect(performance.now() - began).toBeGreaterThan(200)
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

test('turns are there again after a crash of the database emptied the tables', async () => {
  const one = ask(0, { perSecond: 1_000, mostOpen: 2 })
  await one()
  await sql`truncate upstream_slots, upstream_pace`.execute(db)
  expect((await one()).body).toEqual([])
})
