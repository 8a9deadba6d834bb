import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../call.ts'
import { createDetailQueue, type DetailQueue } from './detail-queue.ts'

let queue: DetailQueue
let log: { key: string; at: number }[]
const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  queue = createDetailQueue('Given up')
  log = []
})
afterEach(() => void vi.useRealTimers())

/** Requests a detail; the response takes `takes` ms. Resolves to the result or to the error. */
function ask(key: string, outcome: unknown = 'game', takes = 10): Promise<unknown> {
  const request = async () => {
    log.push({ key, at: Date.now() })
    await new Promise((resolve) => setTimeout(resolve, takes))
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  return queue.run(key, request).catch((error: unknown) => error)
}
const lost = () => new CallError(0, {})
const tooMany = () => new CallError(429, { error: 'Too Many Requests', code: 'rate_limited' })

test('details are requested one at a time, a second apart [R-NET-01]', async () => {
  const all = Promise.all([ask('a'), ask('b'), ask('c', 'game', 2500), ask('d')])
  await vi.advanceTimersByTimeAsync(10_000)
  await all
  expect(log).toEqual([
    { key: 'a', at: 0 },
    { key: 'b', at: 1000 },
    { key: 'c', at: 2000 },
    { key: 'd', at: 4500 },
  ])
})

test('after consecutive failures the next request waits longer, from 1 to 30 seconds, and after a success 1 again [R-NET-02]', async () => {
  const outcomes = [...Array.from({ length: 7 }, lost), 'game', 'game']
  const all = Promise.all(outcomes.map((outcome, at) => ask(`g${at}`, outcome, 0)))
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  await all
  const waits = log.slice(1).map(({ at }, index) => Math.round((at - (log[index]?.at as number)) / 1000))
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 1])
})

test('the game that a person opens does not wait, even if it was in the queue already', async () => {
  const all = Promise.all([ask('a'), ask('b'), ask('igdb_7')])
  await vi.advanceTimersByTimeAsync(100)
  queue.open('/game/igdb_7')
  await vi.advanceTimersByTimeAsync(5000)
  await all
  expect(log.map(({ key }) => key)).toEqual(['a', 'igdb_7', 'b'])
  expect(log[1]?.at).toBe(100)
  // The next one in the queue waits a second after it.
  expect(log[2]?.at).toBe(1100)
})

test('a 429 opens the circuit: nothing more is asked, not even for the opened game [R-NET-03]', async () => {
  const waiting = [ask('a', tooMany()), ask('b')]
  await vi.advanceTimersByTimeAsync(100)
  expect((await Promise.all(waiting))[1]).toBeInstanceOf(CallError)
  queue.open('/game/c')
  expect(await ask('c')).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: 120 })
  expect(log).toHaveLength(1)
})

test('the circuit closes after 2 minutes, 4, … 10; then one trial request runs [R-NET-04]', async () => {
  queue.open('/game/g')
  for (const minutes of [2, 4, 6, 8, 10, 10]) {
    const before = log.length
    const refused = ask('g', tooMany())
    await vi.advanceTimersByTimeAsync(100)
    await refused
    expect(log).toHaveLength(before + 1)
    const openedAt = Date.now() - 90
    await vi.advanceTimersByTimeAsync(openedAt + minutes * MINUTE - Date.now() - 1)
    expect(await ask('g')).toMatchObject({ status: 429 })
    await vi.advanceTimersByTimeAsync(1)
  }
  const tries = ask('g', 'game', 1000)
  // During the trial request no other request runs.
  expect(await ask('g')).toMatchObject({ status: 429 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(await tries).toBe('game')
  const after = ask('g')
  await vi.advanceTimersByTimeAsync(10)
  expect(await after).toBe('game')
  // A success resets the failures, so the next failure costs two minutes again.
  const refused = ask('g', tooMany())
  await vi.advanceTimersByTimeAsync(10)
  await refused
  expect(await ask('g')).toMatchObject({ retryAfter: 120 })
})

test('a request that has failed three times is refused until it is reset [R-CACHE-03]', async () => {
  queue.open('/game/g')
  for (let time = 0; time < 4; time += 1) {
    const failed = ask('g', lost())
    await vi.advanceTimersByTimeAsync(10)
    await failed
  }
  expect(log).toHaveLength(3)
  expect(await ask('g')).toMatchObject({ code: 'given_up', message: 'Given up' })
  queue.reset('g')
  const again = ask('g')
  await vi.advanceTimersByTimeAsync(10)
  expect(await again).toBe('game')
  expect(log).toHaveLength(4)
})

test('a game that does not exist, or a missing network, does not count as a failure [R-CACHE-03]', async () => {
  queue.open('/game/g')
  const answers = [new CallError(404, {}), new CallError(0, { code: 'offline' })]
  for (let time = 0; time < 6; time += 1) {
    const failed = ask('g', answers[time % 2])
    await vi.advanceTimersByTimeAsync(10)
    await failed
  }
  expect(log).toHaveLength(6)
})

test('an aborted request leaves the queue', async () => {
  const interest = new AbortController()
  void ask('a')
  const second = queue.run('b', async () => log.push({ key: 'b', at: Date.now() }), interest.signal)
  const ended = expect(second).rejects.toMatchObject({ name: 'AbortError' })
  interest.abort()
  await vi.advanceTimersByTimeAsync(5000)
  await ended
  expect(log.map(({ key }) => key)).toEqual(['a'])
})
