import { beforeAll, beforeEach, expect, vi } from 'vitest'
import type { PageRenderer } from '#server/serve-page.ts'
import { addGames } from './support/fixtures.ts'
import { type FreshPages, loadFreshness, ONE, THREE, TWO } from './support/freshness.ts'
import { type Member, signUp } from './support/members.ts'
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
  Object.assign(fresh, { mara, juno, root })
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

const fresh = { app, expectFresh, share, shared, befriend, follow, disable } as FreshPages
for (const { pages } of await loadFreshness()) pages?.(fresh)
