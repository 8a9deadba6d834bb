import { beforeEach, describe, expect, test } from 'vitest'
import { record } from '#tests/support/fixtures.ts'
import { useFriendsApp } from '#tests/support/friends-app.ts'
import type { Member } from '#tests/support/members.ts'

const { app, AT, ask, answer, end, travel, change, befriend, requestsOf, crowd, ann, bob, cleo } = useFriendsApp()

describe('the lists of friends', () => {
  test('show the other member, from both sides [R-FRIEND-01, R-FRIEND-04, R-FRIEND-22]', async () => {
    const link_id = await befriend(ann, bob)
    await change(bob, { bio: 'Plays slowly.' })
    const shared = {
      link_id,
      avatar_url: null,
      status: 'accepted',
      sender_id: ann.user.id,
      created_at: AT,
      online_status: 'offline',
      currentGame: null,
      presence: { status: 'offline', currentGame: null },
    }
    expect((await ann.get('/api/friends?status=accepted')).body).toEqual({
      data: [{ ...shared, id: bob.user.id, username: 'bob', display_name: 'Bob', bio: 'Plays slowly.' }],
      total: 1,
      nextCursor: null,
    })
    expect((await bob.get('/api/friends')).body.data).toEqual([
      { ...shared, id: ann.user.id, username: 'ann', display_name: 'Ann Lee', bio: null },
    ])
  })

  test('contain friends and requests without a status, and only one kind with it', async () => {
    await befriend(ann, bob)
    travel(1000)
    await ask(cleo, ann)
    const namesAt = async (path: string) =>
      (await ann.get(path)).body.data.map((row: { username: string; status: string }) => [row.username, row.status])
    expect(await namesAt('/api/friends')).toEqual([
      ['cleo', 'pending'],
      ['bob', 'accepted'],
    ])
    expect(await namesAt('/api/friends?status=pending')).toEqual([['cleo', 'pending']])
    expect(await namesAt('/api/friends?status=accepted')).toEqual([['bob', 'accepted']])
    expect((await app.visitor().get('/api/friends')).status).toBe(401)
  })

  test('exclude disabled members', async () => {
    await befriend(ann, bob)
    await ask(cleo, ann)
    await change(bob, { disabled_at: new Date() })
    await change(cleo, { disabled_at: new Date() })
    expect((await ann.get('/api/friends')).body.data).toEqual([])
    expect(await requestsOf(ann)).toEqual([[], []])
  })

  test('continue after the first page, with a constant number of queries', async () => {
    const others = await crowd(130)
    await app.db
      .insertInto('friends')
      .values(
        others.map((other, at) => ({
          ...(at % 2 ? { user_id: ann.user.id, friend_id: other } : { user_id: other, friend_id: ann.user.id }),
          status: 'accepted',
          // Some rows have the same time, across the boundary of the page.
          updated_at: new Date(Math.floor(at / 50) * 1000),
        })),
      )
      .execute()
    let first = { data: [], nextCursor: '' } as { data: { id: string }[]; nextCursor: string }
    const questions = await app.countQueries(async () => {
      first = (await ann.get('/api/friends')).body
    })
    const second = (await ann.get(`/api/friends?cursor=${first.nextCursor}`)).body
    expect([first.data.length, second.data.length, second.nextCursor]).toEqual([100, 30, null])
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(130)
    expect(questions).toBeLessThanOrEqual(4)
  })

  test('continue after the first fifty requests', async () => {
    const others = await crowd(60)
    await app.db
      .insertInto('friends')
      .values(others.map((user_id) => ({ user_id, friend_id: ann.user.id })))
      .execute()
    const first = (await ann.get('/api/friends/requests')).body
    const second = (await ann.get(`/api/friends/requests?cursor=${first.nextCursor}`)).body
    expect([first.received.length, second.received.length, second.nextCursor]).toEqual([50, 10, null])
  })
})

describe('presence', () => {
  // Sessions are cached for a minute, so these tests only move the time forward.
  let hours = 0
  beforeEach(() => {
    hours += 1
    app.time.now = new Date(Date.parse(AT) + hours * 3_600_000)
  })

  const presenceOf = async (who: Member) => (await who.get('/api/friends')).body.data[0].presence
  const play = (member: Member, minutesAgo: number, type = 'started_playing') =>
    record(app, member, {
      game_id: 'igdb_1',
      activity_type: type,
      created_at: new Date(app.time.now.getTime() - minutesAgo * 60_000),
    })

  test("is online for five minutes after a friend's last request", async () => {
    await befriend(ann, bob)
    travel(61_000)
    await bob.get('/api/friends')
    expect((await presenceOf(ann)).status).toBe('online')
    travel(5 * 60_000)
    expect((await presenceOf(ann)).status).toBe('offline')
  })

  test('is stored at most once a minute', async () => {
    const seenAt = async () =>
      (
        await app.db
          .selectFrom('profiles')
          .select('last_seen_at')
          .where('id', '=', bob.user.id)
          .executeTakeFirstOrThrow()
      ).last_seen_at?.toISOString()
    travel(120_000)
    await bob.get('/api/friends')
    const first = await seenAt()
    expect(first).toBe(app.time.now.toISOString())
    travel(30_000)
    await bob.get('/api/friends')
    expect(await seenAt()).toBe(first)
    travel(30_000)
    await bob.get('/api/friends')
    expect(await seenAt()).toBe(app.time.now.toISOString())
  })

  test('is playing for four hours after the member started a game or progressed, while online', async () => {
    await befriend(ann, bob)
    const game = { id: 'igdb_1', name: 'Hades', cover_url: null }
    await play(bob, 239)
    await change(bob, { last_seen_at: new Date(0) })
    expect(await presenceOf(ann)).toEqual({ status: 'offline', currentGame: null })
    await change(bob, { last_seen_at: app.time.now })
    const { currentGame, presence, online_status } = (await ann.get('/api/friends')).body.data[0]
    expect([currentGame, presence, online_status]).toEqual([game, { status: 'gaming', currentGame: game }, 'offline'])
    await bob.post('/api/library', { game_id: game.id, status: 'dropped' })
    expect(await presenceOf(ann)).toEqual({ status: 'online', currentGame: null })
    await app.db.deleteFrom('friend_activities').execute()
    await play(bob, 240, 'progress')
    await play(bob, 1, 'completed')
    expect(await presenceOf(ann)).toEqual({ status: 'online', currentGame: null })
  })

  test.each([
    ['presence', { presence: false }, 'offline'],
    ['activity', { sections: { activity: 'private' } }, 'online'],
    ['the profile', { visibility: 'private' }, 'offline'],
  ])('is hidden from friends when the member keeps %s private', async (_what, settings, status) => {
    await befriend(ann, bob)
    await play(bob, 1)
    await change(bob, { last_seen_at: app.time.now, settings: JSON.stringify(settings) })
    expect(await presenceOf(ann)).toEqual({ status, currentGame: null })
  })

  test('is visible to friends only', async () => {
    await ask(ann, bob)
    await change(bob, { last_seen_at: app.time.now })
    expect(await presenceOf(ann)).toEqual({ status: 'offline', currentGame: null })
  })
})

describe('are_users_friends', () => {
  const question = (who: { post: Member['post'] }, a: Member, b: Member) =>
    who.post('/api/rpc/are_users_friends', { user1_uuid: a.user.id, user2_uuid: b.user.id })

  test('returns a boolean, the same in both directions [R-FOLLOW-03]', async () => {
    await ask(ann, bob)
    expect((await question(ann, ann, bob)).body).toBe(false)
    await answer(bob, ann.user.id)
    expect([(await question(ann, ann, bob)).body, (await question(app.visitor(), bob, ann)).body]).toEqual([true, true])
  })

  test('refuses other viewers for a member who keeps the friends private', async () => {
    await befriend(ann, bob)
    await change(bob, { settings: JSON.stringify({ sections: { friends: 'friends' } }) })
    expect((await question(cleo, ann, bob)).body.code).toBe('42501')
    expect((await question(ann, ann, bob)).body).toBe(true)
  })
})

describe('a new friendship', () => {
  const activities = () =>
    app.db.selectFrom('friend_activities').select(['user_id', 'game_id', 'activity_type', 'details']).execute()

  test('creates one activity of both, which does not name the other member', async () => {
    await befriend(ann, bob)
    const shared = { game_id: null, activity_type: 'friend_added', details: {} }
    expect(await activities()).toEqual(
      expect.arrayContaining([
        { ...shared, user_id: ann.user.id },
        { ...shared, user_id: bob.user.id },
      ]),
    )
    await end(ann, bob.user.id)
    await befriend(ann, bob)
    expect(await activities()).toHaveLength(2)
    travel(5 * 60_000)
    await befriend(ann, cleo)
    expect(await activities()).toHaveLength(4)
  })

  test('creates none for a member who does not share activities', async () => {
    await change(ann, { settings: JSON.stringify({ shareActivity: false }) })
    await befriend(ann, bob)
    expect((await activities()).map(({ user_id }) => user_id)).toEqual([bob.user.id])
  })
})
