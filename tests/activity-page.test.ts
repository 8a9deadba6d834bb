import { resolve } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { PageRenderer } from '#server/serve-page.ts'
import type { PageBundle } from '../src/app/page-bundle.ts'
import { addGames, record, saveSettings } from './support/fixtures.ts'
import { type Member, signUp, useMember } from './support/members.ts'
import { type Client, useTestApp } from './support/test-app.ts'

const GAME = 'igdb_102'
let bundle: PageBundle & { render: PageRenderer['render'] }
const app = useTestApp({}, { pages: { keyOf: (url) => bundle.keyOf(url), render: (input) => bundle.render(input) } })
const juno = useMember(app, { username: 'juno', displayName: 'Juno' })
const friend = useMember(app, { username: 'friend' })
const stranger = useMember(app, { username: 'stranger' })
let admin: Member
let id: string

beforeAll(async () => {
  const built = (await import(resolve('src/app/ssr.tsx'))) as PageBundle
  bundle = { ...built, render: built.createRenderer(() => ({ head: '' })) }
  await addGames(app, [GAME], () => 'Hades')
  admin = await signUp(app, { becomeAdmin: true })
  await app.db
    .insertInto('friends')
    .values({ user_id: juno.user.id, friend_id: friend.user.id, status: 'accepted' })
    .execute()
})

beforeEach(async () => {
  await app.db.deleteFrom('friend_activities').execute()
  await app.db.deleteFrom('user_blocks').execute()
  await saveSettings(app, juno, {})
  id = await record(app, juno, { game_id: GAME, activity_type: 'completed' })
})

const open = (reader: Client, address = `/activity/${id}`) => reader.get(address, { accept: 'text/html' })
const statuses = async () => {
  const readers = { visitor: app.visitor(), stranger, friend, author: juno, admin }
  return Object.fromEntries(
    await Promise.all(
      Object.entries(readers).map(async ([name, reader]) => [name, (await open(reader)).status] as const),
    ),
  )
}
const EVERYBODY = { visitor: 200, stranger: 200, friend: 200, author: 200, admin: 200 }

test('a public activity has a page for everybody, with its discussion and the ways to its member and game', async () => {
  const path = `/api/activities/${id}/comments`
  const { comment } = (await friend.post(path, { content: 'Which ending?' })).body
  await stranger.post(path, { content: 'The second one.', reply_to: comment.id })
  await friend.post(`/api/activities/${id}/reactions`, { emoji: '🏆' })
  expect(await statuses()).toEqual(EVERYBODY)
  const html = String((await open(app.visitor())).body)
  expect(html).toMatch(/<title>Juno completed Hades · /)
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  for (const part of ['Juno’s activity', 'Which ending?', 'The second one.', 'Trophy, 1', 'Comments (2)'])
    expect(html).toContain(part)
  for (const href of [`/profile/${juno.user.id}?tab=activity`, `/game/${GAME}`]) expect(html).toContain(`"${href}"`)
})

test.each([
  ['friends', { visibility: 'friends' }],
  ['friends', { sections: { activity: 'friends' } }],
  ['nobody', { visibility: 'private' }],
  ['nobody', { sections: { activity: 'private' } }],
])('an activity that only %s may see does not exist for others %#', async (who, settings) => {
  await saveSettings(app, juno, settings)
  const forFriend = who === 'friends' ? 200 : 404
  expect(await statuses()).toEqual({ ...EVERYBODY, visitor: 404, stranger: 404, friend: forFriend })
  // The game itself is among the popular ones.
  expect(String((await open(stranger)).body)).not.toContain('Juno')
})

test.each([[true], [false]])(
  'it does not exist for a member whom its author blocks, or who blocks the author %#',
  async (isByAuthor) => {
    const [blocker, blocked] = isByAuthor ? [juno, friend] : [friend, juno]
    await blocker.post('/api/blocks', { user_id: blocked.user.id })
    expect((await open(friend)).status).toBe(404)
  },
)

test('a hidden one exists for its author and admins only, and a deleted one for nobody', async () => {
  await app.db.updateTable('friend_activities').set({ hidden_at: app.time.now }).where('id', '=', id).execute()
  expect(await statuses()).toEqual({ ...EVERYBODY, visitor: 404, stranger: 404, friend: 404 })
  await juno.delete(`/api/activities/${id}`)
  expect((await open(juno)).status).toBe(404)
  expect((await open(juno, '/activity/x')).status).toBe(404)
})

test('a cached page of visitors ends with its activity, and when its author closes the profile', async () => {
  const visitor = app.visitor()
  expect((await open(visitor)).status).toBe(200)
  await juno.patch('/api/profiles/me', { settings: { visibility: 'friends' } })
  expect((await open(visitor)).status).toBe(404)
  await juno.patch('/api/profiles/me', { settings: { visibility: 'public' } })
  expect((await open(visitor)).status).toBe(200)
  await juno.delete(`/api/activities/${id}`)
  expect((await open(visitor)).status).toBe(404)
})

test('the address of before leads there', async () => {
  const { status, headers } = await open(juno, `/profile/activity?activity=${id}&comments=open`)
  expect([status, headers.get('location')]).toEqual([308, `/activity/${id}`])
})
