// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { libraryWritten } from '#features/library/web/library.slots.ts'
import { setStatus } from '#features/library/web/library-changes.api.ts'
import { log } from '#features/play-log/web/progress.api.ts'
import type { GameId } from '#shared/ids.ts'
import { discardCsrfToken } from '#web/call.ts'
import { createQueryClient } from '#web/query-client.ts'
import { fill, installContributions } from '#web/slots.tsx'
import { dismissToast, toastStore } from '#web/ui/toasts.ts'
import { followWrite } from './after-write.ts'

const GAME = 'igdb_1942' as GameId
const id = (digit: number) => `0197a1b2-0000-7000-8000-00000000000${digit}`
const inOf = (challenge_id: string, type: string) => ({
  challenge_id,
  completed: false,
  challenge: { id: challenge_id, status: 'active', goals: [{ id: id(9), type, target: 20 }] },
})

interface Asked {
  method: string
  path: string
  body: string | null
}
let asked: Asked[]
let running: object[]
let answer: (path: string) => Response
let restore: () => void
let followed: Promise<void>[]

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const posts = () => asked.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/challenges/'))
const reads = () => asked.filter(({ path }) => path.startsWith('/api/challenges/mine'))

beforeEach(() => {
  asked = []
  followed = []
  running = [inOf(id(1), 'play_time'), inOf(id(2), 'games_completed'), inOf(id(3), 'play_time')]
  answer = () => json(200, { progress: {}, completed: false, completed_at: null })
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname, search } = new URL(address, 'http://here.example')
    const method = init?.method ?? 'GET'
    asked.push({ method, path: pathname + search, body: init?.body ? String(init.body) : null })
    if (pathname === '/api/auth/csrf') return json(200, { success: true, csrfToken: 't' })
    if (pathname === '/api/challenges/mine') return json(200, { data: running, total: running.length, hasMore: false })
    if (pathname.startsWith('/api/challenges/')) return answer(pathname)
    return json(200, { entry: { game_id: GAME, status: 'playing', play_time: 3 }, created: false, session: null })
  })
  restore = installContributions([
    fill(libraryWritten, (client, { isProgress }) => void followed.push(followWrite(client, isProgress))),
  ])
})
afterEach(() => {
  restore()
  dismissToast()
  vi.unstubAllGlobals()
  discardCsrfToken()
})

test('a progress update calls each active, incomplete challenge about hours, with {} [R-PROG-09] [R-PROG-26]', async () => {
  const client = createQueryClient()
  await log(client, GAME, { play_time: 3 })
  await Promise.all(followed)
  expect(reads().map(({ path }) => new URL(path, 'http://here.example').searchParams.toString())).toEqual([
    'completed=false&status=active&limit=100',
  ])
  expect(posts()).toEqual(
    [1, 3].map((digit) => ({ method: 'POST', path: `/api/challenges/${id(digit)}/progress`, body: '{}' })),
  )
  const order = asked.map(({ method, path }) => `${method} ${path}`)
  expect(order.indexOf(`PUT /api/library/${GAME}/progress`)).toBeLessThan(order.findIndex((one) => /mine/.test(one)))
})

test.each([
  ['the server fails', () => json(500, { error: 'Something went wrong.', code: 'internal', requestId: 'r' })],
  [
    'the challenge has ended',
    () => json(409, { error: 'This challenge has ended', code: 'challenge_ended', requestId: 'r' }),
  ],
  [
    'the connection fails',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
])('when %s, the progress is saved and no error is shown [R-PROG-26]', async (_what, wrong) => {
  answer = wrong
  const { entry } = await log(createQueryClient(), GAME, { play_time: 3 })
  await Promise.all(followed)
  expect(entry.play_time).toBe(3)
  expect(posts().length).toBeGreaterThan(0)
  expect(toastStore.get()).toBe(null)
})

test('a member without challenges causes one request, and a change of status no update', async () => {
  running = []
  const client = createQueryClient()
  await log(client, GAME, { play_time: 3 })
  await Promise.all(followed)
  await log(client, GAME, { play_time: 4 })
  await setStatus(client, GAME, 'dropped')
  await Promise.all(followed)
  expect(reads()).toHaveLength(1)
  expect(posts()).toEqual([])
})
