import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { libraryKeys } from '#features/library/web/library.api.ts'
import { connectTransport } from '#web/call.ts'
import { createQueryClient } from '#web/query-client.ts'
import type { PlayTimer } from '../../timer.contract.ts'
import { refreshTimer } from './live-timer.ts'
import { timerQuery, withFetchTime } from './play-log.api.ts'

const A = 'igdb_1'
const B = 'igdb_2'
const timer = (id: string, more: Partial<PlayTimer> = {}) =>
  ({ game: { id }, started_at: '2026-11-20T20:00:00.000Z', isRunning: true, elapsed_ms: 0, ...more }) as PlayTimer

/**
 * Refreshes a page that shows the first timer while the server has the second; returns what it then shows and which
 * games it fetches again.
 */
async function refresh(known: PlayTimer | null, now: PlayTimer | null) {
  const client = createQueryClient()
  const marks: unknown[] = []
  connectTransport(client, async ({ path }, { query }) => {
    if (path === '/api/auth/session') return { status: 200, body: { user: { id: 'u' }, session: null, profile: null } }
    if (path !== '/api/library/marks') return { status: 200, body: { timer: now } }
    marks.push(query)
    return { status: 200, body: { marks: {} } }
  })
  client.setQueryData(timerQuery().queryKey, withFetchTime(known))
  const logOf = (id: string) => [...libraryKeys.playLog, id, 'log']
  for (const id of [A, B]) client.setQueryData(logOf(id), {})
  const leave = new QueryObserver(client, { ...timerQuery(), staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {})
  await refreshTimer(client)
  leave()
  const refetched = [A, B].filter((id) => client.getQueryState(logOf(id))?.isInvalidated)
  return { shown: client.getQueryData(timerQuery().queryKey)?.timer, refetched, marks }
}

test('a timer that another device has stopped disappears, and its game is fetched again', async () => {
  expect(await refresh(timer(A), null)).toEqual({ shown: null, refetched: [A], marks: [{ ids: A }] })
})

test('a timer that was started elsewhere appears, also in place of another one', async () => {
  const other = timer(B, { started_at: '2026-11-20T21:00:00.000Z' })
  expect(await refresh(null, other)).toEqual({ shown: other, refetched: [B], marks: [{ ids: B }] })
  expect(await refresh(timer(A), other)).toMatchObject({ shown: other, refetched: [A, B] })
})

test('a paused timer is the same timer, and so is one that this page changed itself', async () => {
  const paused = timer(A, { isRunning: false })
  expect(await refresh(timer(A), paused)).toEqual({ shown: paused, refetched: [], marks: [] })
  expect(await refresh(null, null)).toEqual({ shown: null, refetched: [], marks: [] })
})
