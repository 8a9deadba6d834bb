import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { connectTransport } from '#web/call.ts'
import { createQueryClient } from '#web/query-client.ts'
import type { PlayTimer } from '../../timer.contract.ts'
import { libraryKeys } from '../library.api.ts'
import { refreshTimer } from './live-timer.ts'
import { timerQuery, withSeenAt } from './play-log.api.ts'

const A = 'igdb_1'
const B = 'igdb_2'
const timer = (id: string, more: Partial<PlayTimer> = {}) =>
  ({ game: { id }, started_at: '2026-11-20T20:00:00.000Z', isRunning: true, elapsed_ms: 0, ...more }) as PlayTimer

/** A page that shows the first while the server knows of the second: what it shows then, and of which games it asks again. */
async function hear(known: PlayTimer | null, now: PlayTimer | null) {
  const client = createQueryClient()
  const marks: unknown[] = []
  connectTransport(client, async ({ path }, { query }) => {
    if (path === '/api/auth/session') return { status: 200, body: { user: { id: 'u' }, session: null, profile: null } }
    if (path !== '/api/library/marks') return { status: 200, body: { timer: now } }
    marks.push(query)
    return { status: 200, body: { marks: {} } }
  })
  client.setQueryData(timerQuery().queryKey, withSeenAt(known))
  const logOf = (id: string) => [...libraryKeys.playLog, id, 'log']
  for (const id of [A, B]) client.setQueryData(logOf(id), {})
  const leave = new QueryObserver(client, { ...timerQuery(), staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {})
  await refreshTimer(client)
  leave()
  const anew = [A, B].filter((id) => client.getQueryState(logOf(id))?.isInvalidated)
  return { shown: client.getQueryData(timerQuery().queryKey)?.timer, anew, marks }
}

test('a timer that another device has stopped is gone, and its game is read anew', async () => {
  expect(await hear(timer(A), null)).toEqual({ shown: null, anew: [A], marks: [{ ids: A }] })
})

test('one that was started elsewhere is there, in the place of another', async () => {
  const other = timer(B, { started_at: '2026-11-20T21:00:00.000Z' })
  expect(await hear(null, other)).toEqual({ shown: other, anew: [B], marks: [{ ids: B }] })
  expect(await hear(timer(A), other)).toMatchObject({ shown: other, anew: [A, B] })
})

test('one that was paused is the same, and so is what this page did itself', async () => {
  const paused = timer(A, { isRunning: false })
  expect(await hear(timer(A), paused)).toEqual({ shown: paused, anew: [], marks: [] })
  expect(await hear(null, null)).toEqual({ shown: null, anew: [], marks: [] })
})
