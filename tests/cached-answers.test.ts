import { beforeAll, expect, test } from 'vitest'
import { NOTHING_KNOWN } from '#features/catalogue/server/sources/source.ts'
import { storeGames } from '#features/catalogue/server/stored-games/store-games.ts'
import { announce } from '#server/changes.ts'
import { createLog } from '#server/log.ts'
import { dispatch } from '#server/routes.ts'
import type { Session } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { addGames } from './support/fixtures.ts'
import { type Member, signUp } from './support/members.ts'
import { NEWS_DRAFT } from './support/news-app.ts'
import { type Answer, useTestApp } from './support/test-app.ts'

// Two nodes on one database, each with caches and a change feed of its own.
const one = useTestApp()
const two = useTestApp({}, { database: async () => ({ ...one, drop: async () => {} }) as never })
const nodes = [one, two]

const A = 'igdb_490001'
const B = 'igdb_490002'
const ALL_PATHS = [
  '/api/library',
  '/api/library?status=playing&limit=12',
  `/api/library?game_id=${A}`,
  `/api/library/marks?ids=${A},${B}`,
  '/api/library/stats',
  '/api/user/stats',
  '/api/library/shelves',
  '/api/library/queue',
  '/api/library/copies',
  '/api/journal',
  '/api/news',
  '/api/news?featured=true&limit=1',
  '/api/challenges',
  '/api/challenges?status=active',
  '/api/challenges/mine',
  '/api/profiles/:me/badges',
  '/api/profiles/:me/stats',
]
let paths: string[]
let root: Member
let ann: Member
let ben: Member

beforeAll(async () => {
  root = await signUp(one, { username: 'the-root', becomeAdmin: true })
  ann = await signUp(one, { username: 'ann-one' })
  ben = await signUp(one, { username: 'ben-two' })
  await addGames(one, [A, B])
  paths = ALL_PATHS.map((path) => path.replace(':me', ann.user.id))
})

/** Splits an address into the parameters of a route; null for an address of another route. */
function inputFor(pattern: string, address: string) {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const [names, values] = [pattern.split('/'), pathname.split('/')]
  const fits = names.length === values.length && names.every((name, at) => name.startsWith(':') || name === values[at])
  const params = Object.fromEntries(
    names.flatMap((name, at) => (name[0] === ':' ? [[name.slice(1), values[at] ?? '']] : [])),
  )
  return fits ? { params, query: Object.fromEntries(searchParams), body: {} } : null
}

const routeOf = (path: string) => {
  const fitting = one.routes.filter(({ endpoint }) => endpoint.method === 'GET' && inputFor(endpoint.path, path))
  return fitting.find(({ endpoint }) => !endpoint.path.includes(':')) ?? (fitting[0] as (typeof fitting)[number])
}

/** Runs the handler, past the caches of answers. */
async function fresh(path: string): Promise<unknown> {
  const route = routeOf(path)
  const session = {
    viewer: { ...ann.user, role: 'user', displayName: 'ann-one', avatarUrl: null },
  } as unknown as Session
  const request = { requestId: 'x', headers: new Headers(), ip: '127.0.0.1', origin: '', session }
  const input = inputFor(route.endpoint.path, path) as NonNullable<ReturnType<typeof inputFor>>
  const { body } = await dispatch(route, input, request, createLog('silent'))
  return JSON.parse(JSON.stringify(body))
}

/** Signed in on both nodes. */
const read = async (node: typeof one, path: string): Promise<unknown> => {
  const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await node.app.request(`http://localhost:3000${path}`, { headers: { cookie } })
  return response.json()
}

test('the table has every route whose answers are cached for a member', () => {
  const cached = one.routes.filter(({ isCached }) => isCached).map(({ endpoint }) => endpoint.path)
  expect(cached.filter((path) => !paths.some((each) => routeOf(each).endpoint.path === path))).toEqual([])
})

test('a cached answer is made once for each member', async () => {
  await read(one, '/api/library')
  expect(await one.countQueries(() => read(one, '/api/library'))).toBe(0)
  await ben.get('/api/library')
  expect((await ben.get('/api/library')).body).toEqual({ data: [], total: 0, hasMore: false })
})

const ok = async (answer: Promise<Answer>) => {
  const { status, body } = await answer
  if (status >= 300) throw new Error(JSON.stringify(body))
  return body
}

/** What the writes below have made. */
const made: Record<string, string> = {}
const name = (id: string, text: string) => ({ ...NOTHING_KNOWN, id: id as GameId, name: text })
const COPY = { is_physical: true, platform: 'Switch', store: 'Corner shop' }
const challenge = {
  title: 'Long winter',
  description: 'Twenty hours of anything.',
  cover_game_id: A,
  starts_at: '2026-01-01T00:00:00.000Z',
  ends_at: '2036-01-01T00:00:00.000Z',
  goals: [{ type: 'play_time', target: 20, game_id: null }],
}

const WRITES: [string, () => Promise<unknown>][] = [
  ['a game is added', () => ok(ann.post('/api/library', { game_id: A, status: 'playing' }))],
  ['another game is added', () => ok(ann.post('/api/library', { game_id: B, status: 'want_to_play' }))],
  ['a game is rated', () => ok(ann.patch(`/api/library/${A}`, { user_rating: 8, is_liked: true, notes: 'Good' }))],
  ['progress is logged', () => ok(ann.put(`/api/library/${A}/progress`, { play_time: 5, completion_percentage: 40 }))],
  [
    'a shelf is made',
    async () => {
      made.shelf = (await ok(ann.post('/api/library/shelves', { name: 'Couch' }))).shelf.id
    },
  ],
  ['a shelf is renamed', () => ok(ann.patch(`/api/library/shelves/${made.shelf}`, { name: 'Sofa', is_shown: true }))],
  [
    'a game is put on a shelf',
    () => ok(ann.post('/api/library/bulk/shelf', { game_ids: [A], shelf_id: made.shelf, is_on: true })),
  ],
  [
    'a game is queued',
    () => ok(ann.post('/api/library/bulk/shelf', { game_ids: [B], shelf_id: 'queue', is_on: true })),
  ],
  ['statuses change in bulk', () => ok(ann.post('/api/library/bulk/status', { game_ids: [B], status: 'completed' }))],
  [
    'a copy is noted',
    async () => {
      made.copy = (await ok(ann.post(`/api/library/${A}/copies`, COPY))).copy.id
    },
  ],
  ['the copy is changed', () => ok(ann.put(`/api/library/${A}/copies/${made.copy}`, { ...COPY, lent_to: 'Ben' }))],
  [
    'another game has a copy',
    async () => {
      made.other = (await ok(ann.post(`/api/library/${B}/copies`, COPY))).copy.id
    },
  ],
  ['the copy is deleted', () => ok(ann.delete(`/api/library/${A}/copies/${made.copy}`))],
  [
    'a review is written',
    async () => {
      made.review = (await ok(ann.post('/api/reviews', { game_id: A, rating: 4, review_text: 'Fine.' }))).review.id
    },
  ],
  ['somebody likes the review', () => ok(ben.post(`/api/reviews/${made.review}/like`))],
  [
    'the one who liked is disabled',
    () => ok(root.put(`/api/admin/users/${ben.user.id}/standing`, { disabled: true, reason: 'Spam' })),
  ],
  ['the review is edited', () => ok(ann.put(`/api/reviews/${made.review}`, { rating: 3, review_text: 'Hm.' }))],
  [
    'a list is made',
    async () => {
      made.list = (await ok(ann.post('/api/lists', { title: 'Rainy days', game_ids: [A] }))).list.id
    },
  ],
  ['the list is deleted', () => ok(ann.delete(`/api/lists/${made.list}`))],
  [
    'something is written in the journal',
    () => ok(ann.post('/api/journal', { type: 'daily', title: 'Day', content: 'Rain.' })),
  ],
  ['news is published', () => ok(root.post('/api/news', { ...NEWS_DRAFT, badge: 'Featured' }))],
  [
    'a challenge is made',
    async () => {
      made.challenge = (await ok(root.post('/api/admin/challenges', challenge))).data.id
    },
  ],
  ['it is joined', () => ok(ann.post(`/api/challenges/${made.challenge}/join`))],
  ['it makes progress', () => ok(ann.put(`/api/library/${A}/progress`, { play_time: 9, completion_percentage: 50 }))],
  ['it is changed', () => ok(root.put(`/api/admin/challenges/${made.challenge}`, { ...challenge, title: 'Winter' }))],
  [
    'a badge is given',
    async () => {
      const draft = { name: 'Helping hand', description: 'Given by hand.', icon: 'award', level: 3 }
      made.badge = (await ok(root.post('/api/admin/badges', draft))).data.id
      await ok(root.put(`/api/admin/badges/${made.badge}/members/${ann.user.id}`, {}))
    },
  ],
  [
    'a badge is renamed',
    () => ok(root.put(`/api/admin/badges/${made.badge}`, { name: 'Hand', description: 'By hand.' })),
  ],
  ['the time zone changes', () => ok(ann.patch('/api/profiles/me', { settings: { timezone: 'Pacific/Auckland' } }))],
  [
    'a game gets another name',
    async () => {
      await storeGames(one.db, [name(A, 'Renamed')], 'igdb')
      await announce(one.db, [tag.game(A)])
    },
  ],
  ['a game is removed', () => ok(ann.delete(`/api/library/${B}`))],
  ['a shelf is deleted', () => ok(ann.delete(`/api/library/shelves/${made.shelf}`))],
]

test('no cached answer is older than a committed write of any node', { timeout: 30_000 }, async () => {
  const changed = new Set<string>()
  for (const [what, write] of WRITES) {
    const before = await Promise.all(nodes.map((node) => Promise.all(paths.map((path) => read(node, path)))))
    await write()
    // The node of the write knows at once, the other as soon as the announcement has arrived.
    await two.settle()
    for (const [at, path] of paths.entries()) {
      const truth = await fresh(path)
      for (const node of nodes) expect([what, path, await read(node, path)]).toEqual([what, path, truth])
      if (JSON.stringify(truth) !== JSON.stringify(before[0]?.[at])) changed.add(path)
    }
  }
  expect(paths.filter((path) => !changed.has(path))).toEqual([])
})
