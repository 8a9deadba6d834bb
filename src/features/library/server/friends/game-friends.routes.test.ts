import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addGames, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, useMember } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const GAME = 'igdb_901'
const app = useTestApp()
const ann = useMember(app)
const bob = useMember(app)
const cat = useMember(app)
const dan = useMember(app)
const eve = useMember(app)

beforeAll(async () => {
  await addGames(app, [GAME, 'igdb_902'])
})
beforeEach(async () => {
  for (const table of ['user_games', 'friends', 'user_blocks'] as const) await app.db.deleteFrom(table).execute()
  for (const who of [bob, cat, dan]) await saveSettings(app, who, {})
})
const befriend = (from: Member, to: Member, status = 'accepted') =>
  app.db.insertInto('friends').values({ user_id: from.user.id, friend_id: to.user.id, status }).execute()
const add = (who: Member, status: string, user_rating?: number, game_id = GAME) =>
  who.post('/api/library', { game_id, status, ...(user_rating && { user_rating }) })
const names = async (who: Member = ann) => {
  const { friends } = (await who.get(`/api/games/${GAME}/friends`)).body
  return friends.map(({ user }: { user: { username: string } }) => user.username)
}

test('lists friends with status and stars: who plays it, who finished it, who wants it', async () => {
  await befriend(ann, bob)
  await befriend(cat, ann)
  await befriend(ann, dan)
  await befriend(ann, eve, 'pending')
  await add(bob, 'want_to_play')
  await add(cat, 'playing', 7)
  await add(dan, 'completed', 10)
  await add(eve, 'playing')
  await add(ann, 'playing')
  const { friends } = (await ann.get(`/api/games/${GAME}/friends`)).body
  expect(friends).toMatchObject([
    { user: { id: cat.user.id }, status: 'playing', user_rating: 7 },
    { user: { id: dan.user.id }, status: 'completed', user_rating: 10 },
    { user: { id: bob.user.id }, status: 'want_to_play', user_rating: null },
  ])
  expect((await ann.get('/api/games/igdb_902/friends')).body).toEqual({ friends: [] })
  expect((await app.visitor().get(`/api/games/${GAME}/friends`)).status).toBe(401)
})

test('shows nobody who hides the library from friends, is in a block with the viewer, or is disabled', async () => {
  for (const who of [bob, cat, dan]) {
    await befriend(ann, who)
    await add(who, 'playing')
  }
  expect(await names()).toHaveLength(3)
  await saveSettings(app, bob, { sections: { library: 'private' } })
  await saveSettings(app, cat, { visibility: 'friends' })
  expect(await names()).toHaveLength(2)
  await saveSettings(app, cat, { visibility: 'private' })
  expect(await names()).toEqual([dan.user.username])
  await app.db.insertInto('user_blocks').values({ blocker_id: dan.user.id, blocked_id: ann.user.id }).execute()
  expect(await names()).toEqual([])
})

test('sends as many statements for three friends as for none', async () => {
  await names()
  const none = await app.countQueries(() => names())
  for (const who of [bob, cat, dan]) {
    await befriend(ann, who)
    await add(who, 'playing')
  }
  expect(await app.countQueries(() => names())).toBe(none)
})
