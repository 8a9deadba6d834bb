import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from './call.ts'
import { createQueryClient } from './query-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const onPhone = () => vi.stubGlobal('matchMedia', () => ({ matches: true }))
const lost = () => new CallError(0, {}, { retried: true })

/** Returns how often a query with this failure runs, and the seconds between the attempts. */
async function tries(fail: () => Error): Promise<{ count: number; waits: number[] }> {
  const client = createQueryClient()
  const at: number[] = []
  const query = client.fetchQuery({
    queryKey: ['x'],
    queryFn: () => {
      at.push(Date.now())
      throw fail()
    },
  })
  query.catch(() => {})
  await vi.advanceTimersByTimeAsync(20 * 60_000)
  client.clear()
  return { count: at.length, waits: at.slice(1).map((time, index) => (time - (at[index] as number)) / 1000) }
}

test('on a desktop responses are fresh for a minute and cached for five [R-MOB-01][R-MOB-02]', () => {
  expect(createQueryClient().getDefaultOptions().queries).toMatchObject({ staleTime: 60_000, gcTime: 300_000 })
})

test('on a phone responses are fresh for ten minutes and cached for thirty [R-MOB-01][R-MOB-02]', () => {
  onPhone()
  expect(createQueryClient().getDefaultOptions().queries).toMatchObject({ staleTime: 600_000, gcTime: 1_800_000 })
})

test('a lost connection is retried twice, after 2 and 4 seconds [R-MOB-03][R-MOB-04]', async () => {
  expect(await tries(lost)).toEqual({ count: 3, waits: [2, 4] })
})

test('on phones a lost connection is retried five times, with doubling waits [R-MOB-03][R-MOB-04]', async () => {
  onPhone()
  expect(await tries(lost)).toEqual({ count: 6, waits: [2, 4, 8, 16, 32] })
})

test.each([
  ['what was declined', () => new CallError(404, {})],
  ['too many requests', () => new CallError(429, {})],
  ["a server's fault that was asked again already", () => new CallError(500, {}, { retried: true })],
  ['a request that took its whole time', () => new CallError(0, { code: 'timeout' })],
  ['no network at all', () => new CallError(0, { code: 'offline' })],
  ['a bug', () => new TypeError('x')],
])('%s is not retried', async (_, fail) => {
  expect((await tries(fail)).count).toBe(1)
})

test('the rendering of a page never runs a query twice', () => {
  const client = createQueryClient(() => Promise.resolve({ status: 200, body: {} }))
  expect(client.getDefaultOptions().queries?.retry).toBe(false)
})

test('a query that becomes stale during its first fetch is fetched again', async () => {
  const client = createQueryClient()
  let stored = 0
  const requests = vi.fn(async () => {
    const read = stored
    await new Promise((done) => setTimeout(done, 100))
    return read
  })
  const shown = new QueryObserver(client, { queryKey: ['log', 1], queryFn: requests })
  const stop = shown.subscribe(() => {})
  // A write ends while the first response, which does not know of it, is under way.
  stored = 30
  void client.invalidateQueries({ queryKey: ['log'] })
  await vi.advanceTimersByTimeAsync(1000)
  expect([shown.getCurrentResult().data, requests.mock.calls.length]).toEqual([30, 2])
  stored = 60
  void client.invalidateQueries({ queryKey: ['log'] })
  await vi.advanceTimersByTimeAsync(1000)
  expect([shown.getCurrentResult().data, requests.mock.calls.length]).toEqual([60, 3])
  stop()
  client.clear()
})
