import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PageRenderer } from '#server/serve-page.ts'
import { addGames, saveSettings } from './support/fixtures.ts'
import { type Member, PASSWORD, signUp } from './support/members.ts'
import { useTestApp } from './support/test-app.ts'

// Visitors share cached pages. A page shows what one endpoint answers here, and each write that changes this answer must
// invalidate the page: the read names the tags that the write announces.

let renderings = 0
const pages: PageRenderer = {
  keyOf: ({ pathname, search }) => pathname + search,
  async render({ url, call }) {
    renderings += 1
    const { endpoint = '', ...params } = Object.fromEntries(url.searchParams)
    const { status, body } = await call('GET', endpoint, { params, query: params, body: {} })
    return { status, html: [JSON.stringify(body)], location: null }
  },
}
const app = useTestApp({}, { pages })
const [ONE, TWO, THREE] = ['igdb_101', 'igdb_102', 'igdb_103'] as const

let mara: Member
let juno: Member
let root: Member

beforeAll(async () => {
  await addGames(app, [ONE, TWO, THREE])
  const genres = JSON.stringify([{ id: 12, name: 'Role-playing' }])
  await app.db.updateTable('games').set({ genres }).where('id', '=', TWO).execute()
  mara = await signUp(app, { username: 'mara' })
  juno = await signUp(app, { username: 'juno' })
  root = await signUp(app, { username: 'root', becomeAdmin: true })
  app.time.now = new Date('2026-03-01T12:00:00Z')
})

beforeEach(async () => {
  // Cached pages expire with each test, and so do the cool-downs of activities.
  app.time.now = new Date(app.time.now.getTime() + 10 * 60_000)
  for (const table of ['reviews', 'friend_activities', 'user_games', 'followers', 'friends', 'challenges'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null, bio: null }).execute()
  await mara.post('/api/library', { game_id: ONE, status: 'playing' })
})

/** Caches the page, writes, and expects that visitors then get another page. */
async function expectFresh(endpoint: string, params: Record<string, string>, write: () => Promise<{ status: number }>) {
  const visitor = app.visitor()
  const path = `/page?${new URLSearchParams({ endpoint, ...params })}`
  const read = async () => (await visitor.get(path)).body
  // The announcements of earlier writes arrive a moment later.
  await vi.waitFor(
    async () => {
      await read()
      const before = renderings
      await read()
      expect(renderings).toBe(before)
    },
    { timeout: 20_000 },
  )
  const before = await read()
  expect((await write()).status).toBeLessThan(300)
  await vi.waitFor(async () => expect(await read()).not.toEqual(before), { timeout: 20_000 })
}

const share = (member: Member, game: string = ONE) =>
  member.post('/api/friends/activities/create', { activity_type: 'completed', game_id: game })
const shared = async (member: Member, game: string = ONE): Promise<string> =>
  (await share(member, game)).body.activity.id
const befriend = async () => {
  await juno.post('/api/friends', { friend_id: mara.user.id })
  return mara.post('/api/friends', { friend_id: juno.user.id })
}
const follow = () => juno.post('/api/followers', { following_id: mara.user.id })
const disable = (member: Member) =>
  root.put(`/api/admin/users/${member.user.id}/standing`, { disabled: true, reason: 'spam' })

describe('a shared shelf is fresh after', () => {
  const SHELF = '/api/profiles/:handle/games'
  const bulk = (what: string, body: object) => mara.post(`/api/library/bulk/${what}`, { game_ids: [ONE], ...body })

  test.each<[string, () => Promise<{ status: number }>]>([
    ['adding a game', () => mara.post('/api/library', { game_id: TWO })],
    ['rating a game', () => mara.patch(`/api/library/${ONE}`, { user_rating: 9 })],
    ['changing a status', () => mara.patch(`/api/library/${ONE}/status`, { status: 'dropped' })],
    ['logging progress', () => mara.put(`/api/library/${ONE}/progress`, { completion_percentage: 40 })],
    ['a play session', () => mara.post(`/api/user/games/${ONE}/sessions`, { day: '2026-02-28', minutes: 90 })],
    ['removing a game', () => mara.delete(`/api/library/${ONE}`)],
    ['giving many games a status', () => bulk('status', { status: 'completed' })],
    ['removing many games', () => bulk('remove', {})],
  ])('%s', async (_what, write) => {
    await expectFresh(SHELF, { handle: mara.user.id }, write)
  })

  test('undoing a change of many games', async () => {
    const { undo_id } = (await bulk('status', { status: 'completed' })).body
    await expectFresh(SHELF, { handle: mara.user.id }, () => mara.post('/api/library/bulk/undo', { undo_id }))
  })

  test('a game with other facets', async () => {
    await expectFresh(`${SHELF}/facets`, { handle: mara.user.id }, () => mara.post('/api/library', { game_id: TWO }))
  })
})

describe('a year is fresh after', () => {
  test.each<[string, () => Promise<{ status: number }>]>([
    ['a play session', () => mara.post(`/api/user/games/${ONE}/sessions`, { played_on: '2026-02-28', minutes: 90 })],
    ['a finished game', () => mara.patch(`/api/library/${ONE}/status`, { status: 'completed' })],
    ['a review', () => mara.post('/api/reviews', { game_id: ONE, rating: 4, review_text: 'Words.' })],
    ['it closes', () => mara.patch('/api/profiles/me', { settings: { sections: { library: 'private' } } })],
  ])('%s', async (_what, write) => {
    await expectFresh('/api/profiles/:handle/years/:year', { handle: mara.user.id, year: '2026' }, write)
  })
})

describe('statistics are fresh after', () => {
  test.each<[string, () => Promise<{ status: number }>]>([
    ['a play session', () => mara.post(`/api/user/games/${ONE}/sessions`, { played_on: '2026-02-28', minutes: 90 })],
    ['stars', () => mara.patch(`/api/library/${ONE}`, { user_rating: 9 })],
    ['the library closes', () => mara.patch('/api/profiles/me', { settings: { sections: { library: 'private' } } })],
  ])('%s', async (_what, write) => {
    await expectFresh('/api/profiles/:handle/statistics', { handle: mara.user.id }, write)
  })
})

describe("a game's feed is fresh after", () => {
  const FEED = '/api/games/:gameId/activities'
  const item = (id: string) => `/api/admin/reports/activity/${id}`
  const report = (id: string) => juno.post('/api/reports', { item_type: 'activity', item_id: id, reason: 'spam' })

  test('a new activity', async () => {
    await expectFresh(FEED, { gameId: ONE }, () => share(mara))
  })

  test('the end of an activity', async () => {
    const id = await shared(mara)
    await expectFresh(FEED, { gameId: ONE }, () => mara.delete(`/api/activities/${id}`))
  })

  test('an admin has hidden an activity, or put it back', async () => {
    const id = await shared(mara)
    await report(id)
    await expectFresh(FEED, { gameId: ONE }, () => root.put(item(id), { action: 'hide' }))
    await expectFresh(FEED, { gameId: ONE }, () => root.post(`${item(id)}/put-back`, {}))
  })

  test.each<[string, (path: string) => Promise<{ status: number }>]>([
    ['a reaction', (path) => juno.post(`${path}/reactions`, { emoji: 'heart' })],
    ['a comment', (path) => juno.post(`${path}/comments`, { content: 'Well played' })],
  ])('%s', async (_what, write) => {
    const id = await shared(mara)
    await expectFresh(FEED, { gameId: ONE }, () => write(`/api/activities/${id}`))
  })

  test('its member has another name, closes the profile, or is disabled', async () => {
    await shared(mara)
    const edit = (changes: object) => mara.patch('/api/profiles/me', changes)
    await expectFresh(FEED, { gameId: ONE }, () => edit({ display_name: `Mara ${app.time.now.getTime()}` }))
    await expectFresh(FEED, { gameId: ONE }, () => edit({ settings: { visibility: 'private' } }))
    await saveSettings(app, mara, {})
    await share(mara, TWO)
    await expectFresh(FEED, { gameId: TWO }, () => disable(mara))
    await app.db.updateTable('profiles').set({ disabled_at: null }).execute()
    await mara.post('/api/auth/signin', { email: mara.user.email, password: PASSWORD })
  })
})

describe('the feed of everyone and the activities of a member are fresh after', () => {
  test.each([
    ['/api/social/activity-feed', 'a new activity', () => share(mara, THREE)],
    ['/api/profiles/:handle/activities', 'a new activity', () => share(mara, THREE)],
    ['/api/social/activity-feed', 'a new friendship', befriend],
    ['/api/profiles/:handle/activities', 'a new friendship', befriend],
  ])('%s: %s', async (endpoint, _what, write) => {
    await expectFresh(endpoint, endpoint.includes(':') ? { handle: mara.user.id } : {}, write)
  })
})

describe('a profile is fresh after', () => {
  test.each<[string, () => Promise<{ status: number }>]>([
    ['an edit', () => mara.patch('/api/profiles/me', { bio: 'Plays at night.' })],
    ['a favourite', () => mara.put('/api/profiles/me/favourites', { game_ids: [THREE] })],
    ['a change of the library', () => mara.post('/api/library', { game_id: TWO })],
    ['a new follower', follow],
    ['a new friend', befriend],
    ['it closes', () => mara.patch('/api/profiles/me', { settings: { sections: { library: 'private' } } })],
  ])('%s', async (_what, write) => {
    await expectFresh('/api/profiles/:handle', { handle: mara.user.id }, write)
  })

  test.each([
    ['friends', befriend],
    ['followers', follow],
  ])('its list of %s changes', async (list, write) => {
    const params = { handle: mara.user.id }
    await expectFresh(`/api/profiles/:handle/${list}`, params, write)
    await expectFresh(`/api/profiles/:handle/${list}`, params, () =>
      juno.post('/api/blocks', { user_id: mara.user.id }),
    )
    await juno.delete(`/api/blocks/${mara.user.id}`)
  })

  test('its friend shows friendships again, or signs in again after an account was disabled', async () => {
    await befriend()
    const params = { handle: mara.user.id }
    const FRIENDS = '/api/profiles/:handle/friends'
    const show = (friends: string) => juno.patch('/api/profiles/me', { settings: { sections: { friends } } })
    const stand = (disabled: boolean) =>
      root.put(`/api/admin/users/${juno.user.id}/standing`, { disabled, ...(disabled && { reason: 'spam' }) })
    await show('private')
    await expectFresh(FRIENDS, params, () => show('public'))
    await expectFresh(FRIENDS, params, () => stand(true))
    await expectFresh(FRIENDS, params, () => stand(false))
    await juno.post('/api/auth/signin', { email: juno.user.email, password: PASSWORD })
  })

  test('something is pinned', async () => {
    const { entry } = (await mara.get(`/api/library/${ONE}`)).body
    const items = [{ item_type: 'entry', item_id: entry.id }]
    await expectFresh('/api/profiles/:handle/pins', { handle: mara.user.id }, () =>
      mara.put('/api/profiles/me/pins', { items }),
    )
  })
})

describe('the latest lists are fresh after', () => {
  test('a list is shared, renamed, liked, hidden by a moderator, deleted, or its author is disabled', async () => {
    const draft = { title: 'Rainy days', is_shared: true, game_ids: [ONE] }
    const write = () => mara.post('/api/lists', draft)
    await expectFresh('/api/lists', {}, write)
    const { id } = (await app.visitor().get('/api/lists')).body.data[0]
    await expectFresh('/api/lists', {}, () => mara.put(`/api/lists/${id}`, { title: 'Dry days', is_shared: true }))
    await expectFresh('/api/lists', {}, () => juno.post(`/api/lists/${id}/like`))
    await juno.post('/api/reports', { item_type: 'list', item_id: id, reason: 'spam' })
    const item = `/api/admin/reports/list/${id}`
    await expectFresh('/api/lists', {}, () => root.put(item, { action: 'hide' }))
    await expectFresh('/api/lists', {}, () => root.post(`${item}/put-back`, {}))
    const show = (visibility: string) => mara.patch('/api/profiles/me', { settings: { visibility } })
    await expectFresh('/api/lists', {}, () => show('friends'))
    await expectFresh('/api/lists', {}, () => show('public'))
    await expectFresh('/api/lists', {}, () => mara.delete(`/api/lists/${id}`))
    await write()
    await expectFresh('/api/lists', {}, () => disable(mara))
    await app.db.updateTable('profiles').set({ disabled_at: null }).execute()
    await app.db.deleteFrom('lists').execute()
    await mara.post('/api/auth/signin', { email: mara.user.email, password: PASSWORD })
  })
})

describe('reviews are fresh after', () => {
  const LISTS = [
    ['/api/games/:gameId/reviews', { gameId: ONE }],
    ['/api/games/:gameId/reviews/summary', { gameId: ONE }],
    ['/api/profiles/:handle/reviews', { handle: 'mara' }],
    ['/api/reviews', { latest: '1' }],
  ] as const
  const draft = (more: object = {}) => ({ game_id: ONE, rating: 4, review_text: 'A fine game.', ...more })
  const write = (more?: object) => mara.post('/api/reviews', draft(more))
  const written = async (): Promise<string> => (await write()).body.review.id
  const edit = (id: string, more: object) => mara.put(`/api/reviews/${id}`, draft(more))

  test.each(LISTS)('a review is written, edited, made private and deleted: %s', async (endpoint, params) => {
    await expectFresh(endpoint, params, write)
    const { id } = (await mara.get(`/api/reviews?user_id=${mara.user.id}`)).body.data[0]
    await expectFresh(endpoint, params, () => edit(id, { rating: 1 }))
    await expectFresh(endpoint, params, () => edit(id, { rating: 1, is_public: false }))
    await expectFresh(endpoint, params, () => edit(id, {}))
    await expectFresh(endpoint, params, () => mara.delete(`/api/reviews/${id}`))
  })

  test.each(LISTS)('its author has given other stars in the library, or is disabled: %s', async (endpoint, params) => {
    await write()
    await expectFresh(endpoint, params, () => mara.patch(`/api/library/${ONE}`, { user_rating: 3 }))
    await expectFresh(endpoint, params, () => disable(mara))
    await app.db.updateTable('profiles').set({ disabled_at: null }).execute()
    await mara.post('/api/auth/signin', { email: mara.user.email, password: PASSWORD })
  })

  test.each<[string, (path: string) => Promise<{ status: number }>]>([
    ['a like', (path) => juno.post(`${path}/like`)],
    ['a bookmark', (path) => juno.post(`${path}/bookmark`)],
    ['a comment', (path) => juno.post(`${path}/comments`, { content: 'Well said' })],
    ['an edit', (path) => mara.put(path, draft({ review_text: 'Changed' }))],
    [
      'another name of the author',
      () => mara.patch('/api/profiles/me', { display_name: `M ${app.time.now.getTime()}` }),
    ],
  ])('%s, on the page of the review and in the list of the game', async (_what, change) => {
    const reviewId = await written()
    await expectFresh('/api/reviews/:reviewId', { reviewId }, () => change(`/api/reviews/${reviewId}`))
    await mara.delete(`/api/reviews/${reviewId}`)
    app.time.now = new Date(app.time.now.getTime() + 60_000)
    const again = await written()
    await expectFresh('/api/games/:gameId/reviews', { gameId: ONE }, () => change(`/api/reviews/${again}`))
  })

  test.each<[string, (reviewId: string) => Promise<{ status: number }>]>([
    ['a comment', (reviewId) => juno.post(`/api/reviews/${reviewId}/comments`, { content: 'Well said' })],
    ['a reaction', (reviewId) => juno.post(`/api/reviews/${reviewId}/reactions`, { emoji: '🏆' })],
    [
      'another name of somebody who has commented',
      () => mara.patch('/api/profiles/me', { display_name: `N ${app.time.now.getTime()}` }),
    ],
  ])('%s, beside the comments on it', async (_what, change) => {
    const ids = await written()
    await mara.post(`/api/reviews/${ids}/comments`, { content: 'By the way' })
    await expectFresh('/api/reviews/talk', { ids }, () => change(ids))
  })

  test('a member who liked one is disabled', async () => {
    const reviewId = await written()
    await juno.post(`/api/reviews/${reviewId}/like`)
    await expectFresh('/api/reviews/:reviewId', { reviewId }, () => disable(juno))
    await app.db.updateTable('profiles').set({ disabled_at: null }).execute()
    await juno.post('/api/auth/signin', { email: juno.user.email, password: PASSWORD })
  })

  test.each([LISTS[0], LISTS[3]])('an admin has hidden one, or put it back: %s', async (endpoint, params) => {
    const id = await written()
    await juno.post('/api/reports', { item_type: 'review', item_id: id, reason: 'spam' })
    const item = `/api/admin/reports/review/${id}`
    await expectFresh(endpoint, params, () => root.put(item, { action: 'hide' }))
    await expectFresh(endpoint, params, () => root.post(`${item}/put-back`, {}))
  })

  test('an edit, in the feed that contains it', async () => {
    const id = await written()
    await expectFresh('/api/social/activity-feed', {}, () => edit(id, { review_text: 'Changed' }))
  })
})

describe('challenges are fresh after', () => {
  const DRAFT = {
    title: 'Long March',
    description: 'Twenty hours of anything.',
    cover_game_id: ONE,
    starts_at: '2026-02-01T00:00:00.000Z',
    ends_at: '2026-05-01T00:00:00.000Z',
    goals: [{ type: 'games_completed', target: 1, game_id: null }],
  }
  const make = () => root.post('/api/admin/challenges', DRAFT)
  const made = async (): Promise<string> => (await make()).body.data.id

  test('a new one, a change and its end', async () => {
    await expectFresh('/api/challenges', {}, make)
    const challengeId = await made()
    const path = `/api/admin/challenges/${challengeId}`
    await expectFresh('/api/challenges/:challengeId', { challengeId }, () =>
      root.put(path, { ...DRAFT, title: 'Longer March' }),
    )
    await expectFresh('/api/challenges', {}, () => root.delete(path))
  })

  test('a member has joined, made progress or left', async () => {
    const challengeId = await made()
    const join = `/api/challenges/${challengeId}/join`
    await expectFresh('/api/challenges/:challengeId', { challengeId }, () => mara.post(join))
    await expectFresh('/api/challenges/:challengeId/participants', { challengeId }, () =>
      mara.patch(`/api/library/${ONE}/status`, { status: 'completed' }),
    )
    await expectFresh('/api/profiles/:handle/challenges', { handle: mara.user.id }, () => mara.delete(join))
  })
})

describe('news are fresh after', () => {
  const write = (over: object = {}) =>
    root.post('/api/news', {
      title: 'Maps',
      category: 'Feature',
      content: 'All of them.',
      status: 'published',
      ...over,
    })

  test('a new post, a change, a new address and the end of a post', async () => {
    await expectFresh('/api/news', {}, () => write())
    await expectFresh('/api/news', { featured: 'true' }, () => write())
    const { id, slug } = (await write()).body.post
    const one = { idOrSlug: slug }
    await expectFresh('/api/news/:idOrSlug', one, () => root.put(`/api/news/${id}`, { content: 'Most of them.' }))
    await expectFresh('/api/news/:idOrSlug', one, () => root.put(`/api/news/${id}`, { slug: 'atlas' }))
    await expectFresh('/api/news/:idOrSlug', one, () => write({ title: 'A neighbour' }))
    await expectFresh('/api/news/:idOrSlug', one, () => root.patch('/api/profiles/me', { display_name: 'The Root' }))
    await expectFresh('/api/news', {}, () => root.delete(`/api/news/${id}`))
  })
})

describe('the forum is fresh after', () => {
  const LISTS: readonly [string, Record<string, string>][] = [
    ['/api/forum/categories', {}],
    ['/api/forum/threads', { category: 'general' }],
    ['/api/forum/threads', { game_id: ONE }],
    ['/api/forum/threads', { latest: '1' }],
  ]
  const start = (more: object = {}) =>
    mara.post('/api/forum/threads', {
      category: 'general',
      title: `Thread of ${Math.random()}`,
      body: 'What do you play this week?',
      game_id: ONE,
      ...more,
    })
  const started = async (): Promise<string> => (await start()).body.thread.id
  const reply = (id: string) => juno.post(`/api/forum/threads/${id}/posts`, { content: `Words ${Math.random()}` })
  /** A moderator changes the thread. */
  const change = (id: string, more: object) => root.patch(`/api/forum/threads/${id}`, more)

  beforeEach(async () => {
    await app.db.deleteFrom('forum_threads').execute()
  })

  test.each(LISTS)('a thread is started, and gets a post, and ends: %s %o', async (endpoint, params) => {
    await expectFresh(endpoint, params, () => start())
    app.time.now = new Date(app.time.now.getTime() + 60_000)
    const id = await started()
    await expectFresh(endpoint, params, () => reply(id))
    await expectFresh(endpoint, params, () => root.delete(`/api/forum/threads/${id}`))
  })

  test('a post, in the cached answers of visitors', async () => {
    const visitor = app.visitor()
    const id = await started()
    const thread = `/api/forum/threads/${id}`
    const lists = LISTS.map(([path, query]) => `${path}?${new URLSearchParams(query)}`)
    for (const path of [...lists, thread, `${thread}/posts`]) {
      const answer = async () => JSON.stringify((await visitor.get(path)).body)
      const before = await answer()
      expect((await reply(id)).status).toBe(201)
      await vi.waitFor(async () => expect([path, await answer()]).not.toEqual([path, before]), { timeout: 20_000 })
      app.time.now = new Date(app.time.now.getTime() + 1000)
    }
  })

  test('a thread is pinned, and moves to another category', async () => {
    const id = await started()
    await expectFresh('/api/forum/threads', { category: 'general' }, () => change(id, { pinned: true }))
    await expectFresh('/api/forum/threads', { category: 'general' }, () => change(id, { category: 'help' }))
    await expectFresh('/api/forum/threads', { category: 'help' }, () => change(id, { category: 'general' }))
  })

  test('a thread is liked, edited and locked', async () => {
    const threadId = await started()
    const one = { threadId }
    const path = '/api/forum/threads/:threadId'
    await expectFresh(path, one, () => juno.post('/api/forum/likes', { type: 'thread', id: threadId }))
    await expectFresh(path, one, () => mara.patch(`/api/forum/threads/${threadId}`, { title: 'Another title' }))
    await expectFresh(path, one, () => change(threadId, { locked: true }))
  })

  test('a post is written, liked, edited, hidden and deleted', async () => {
    const threadId = await started()
    const path = '/api/forum/threads/:threadId/posts'
    const post = async (write: (id: string) => Promise<{ status: number }>) => {
      const { id } = (await juno.get(`/api/forum/threads/${threadId}/posts`)).body.data[0]
      await expectFresh(path, { threadId }, () => write(id))
    }
    await expectFresh('/api/forum/threads/:threadId', { threadId }, () => reply(threadId))
    await expectFresh(path, { threadId }, () => reply(threadId))
    await post((id) => mara.post('/api/forum/likes', { type: 'post', id }))
    await post((id) => juno.patch(`/api/forum/posts/${id}`, { content: 'Other words' }))
    await post(async (id) => {
      await mara.post('/api/reports', { item_type: 'post', item_id: id, reason: 'spam' })
      return root.put(`/api/admin/reports/post/${id}`, { action: 'hide' })
    })
    await post((id) => root.post(`/api/admin/reports/post/${id}/put-back`, {}))
    await post((id) => juno.delete(`/api/forum/posts/${id}`))
  })

  test.each<[string, Record<string, string>]>([
    ...LISTS,
    ['/api/forum/threads/:threadId/posts', {}],
    ['/api/forum/threads/:threadId', {}],
  ])('the author of the latest post is disabled, or has another name: %s %o', async (endpoint, params) => {
    const threadId = await started()
    await reply(threadId)
    const member = endpoint.endsWith(':threadId') ? mara : juno
    const place = endpoint.includes(':threadId') ? { threadId } : params
    await expectFresh(endpoint, place, () =>
      member.patch('/api/profiles/me', { display_name: `Name ${app.time.now.getTime()}` }),
    )
    await expectFresh(endpoint, place, () => disable(member))
    await app.db.updateTable('profiles').set({ disabled_at: null }).execute()
    await member.post('/api/auth/signin', { email: member.user.email, password: PASSWORD })
  })
})
