import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames, record } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const NOBODY = '00000000-0000-7000-8000-000000000000'
const AT = '2026-03-01T12:00:00.000Z'
let ann: Member
let bob: Member
let cleo: Member

beforeAll(async () => {
  ann = await signUp(app, { username: 'ann', displayName: 'Ann Lee' })
  bob = await signUp(app, { username: 'bob', displayName: 'Bob' })
  cleo = await signUp(app, { username: 'cleo', displayName: 'Cleo' })
  await addGames(app, ['igdb_1'], () => 'Hades')
})

beforeEach(async () => {
  for (const table of ['friends', 'followers', 'user_blocks', 'friend_activities'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db
    .updateTable('profiles')
    .set({ settings: '{}', disabled_at: null, bio: null, last_seen_at: null })
    .execute()
  app.time.now = new Date(AT)
})

const ask = (from: Member, to: Member) => from.post('/api/friends', { friend_id: to.user.id })
const answer = (who: Member, id: string, status: unknown = 'accepted') => who.patch(`/api/friends/${id}`, { status })
const end = (who: Member, id: string) => who.delete(`/api/friends/${id}`)
const block = (from: Member, to: Member) => from.post('/api/blocks', { user_id: to.user.id })
const rows = () => app.db.selectFrom('friends').select(['user_id', 'friend_id', 'status']).execute()
const travel = (milliseconds: number) => {
  app.time.now = new Date(app.time.now.getTime() + milliseconds)
}
const change = (member: Member, values: { settings?: string; disabled_at?: Date; bio?: string; last_seen_at?: Date }) =>
  app.db.updateTable('profiles').set(values).where('id', '=', member.user.id).execute()
const befriend = async (from: Member, to: Member) => {
  const { id } = (await ask(from, to)).body
  await answer(to, id)
  return id as string
}
const requestsOf = async (who: Member) => {
  const { received, sent } = (await who.get('/api/friends/requests')).body
  const names = (list: { username: string }[]) => list.map(({ username }) => username)
  return [names(received), names(sent)]
}
const friendsOf = async (who: Member) =>
  (await who.get('/api/friends?status=accepted')).body.data.map(({ username }: { username: string }) => username)
/** Inserts many members without accounts. */
async function crowd(length: number): Promise<string[]> {
  const users = await app.db
    .insertInto('user')
    .values(Array.from({ length }, () => ({ name: 'M', email: `${crypto.randomUUID()}@example.org` })))
    .returning('id')
    .execute()
  await app.db
    .insertInto('profiles')
    .values(users.map(({ id }) => ({ id })))
    .execute()
  return users.map(({ id }) => id)
}

describe('a friend request', () => {
  test('creates a pending link with five keys [R-FRIEND-03, R-FRIEND-05]', async () => {
    const { status, body } = await ask(ann, bob)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: ann.user.id,
      friend_id: bob.user.id,
      status: 'pending',
      created_at: AT,
    })
    expect(await rows()).toEqual([{ user_id: ann.user.id, friend_id: bob.user.id, status: 'pending' }])
  })

  test('is in the requests of both, and not in their friends [R-FRIEND-02, R-FRIEND-07]', async () => {
    const { id } = (await ask(ann, bob)).body
    const person = (member: Member, display_name: string) => ({
      id: member.user.id,
      username: member.user.username,
      display_name,
      avatar_url: null,
      link_id: id,
      created_at: AT,
    })
    expect((await bob.get('/api/friends/requests')).body).toEqual({
      received: [person(ann, 'Ann Lee')],
      sent: [],
      nextCursor: null,
    })
    expect((await ann.get('/api/friends/requests')).body).toEqual({
      received: [],
      sent: [person(bob, 'Bob')],
      nextCursor: null,
    })
    expect(await friendsOf(ann)).toEqual([])
  })

  test.each([
    ['the own id', () => ({ friend_id: ann.user.id }), 400, 'self', "You can't add yourself"],
    ['an unknown member', () => ({ friend_id: NOBODY }), 404, 'member_not_found', 'Member not found'],
    ['a missing id', () => ({}), 400, 'validation_failed', 'Friend ID is required'],
    ['an empty id', () => ({ friend_id: '' }), 400, 'validation_failed', 'Friend ID is required'],
    ['a malformed id', () => ({ friend_id: 'bob' }), 400, 'validation_failed', 'Invalid user id'],
  ])('to %s is refused and stores nothing [R-FRIEND-08]', async (_what, body, status, code, error) => {
    const refused = await ann.post('/api/friends', body())
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([status, code, error])
    expect(await rows()).toEqual([])
  })

  test('is refused a second time, and to a friend', async () => {
    await ask(ann, bob)
    const again = await ask(ann, bob)
    expect([again.status, again.body.code, again.body.error]).toEqual([409, '23505', 'Friend request already sent'])
    await answer(bob, ann.user.id)
    for (const refused of [await ask(ann, bob), await ask(bob, ann)])
      expect([refused.status, refused.body.code]).toEqual([409, '23505'])
    expect(await rows()).toHaveLength(1)
  })

  test("accepts the other member's pending request", async () => {
    const { id } = (await ask(ann, bob)).body
    const back = await ask(bob, ann)
    expect([back.status, back.body.id, back.body.status, back.body.user_id]).toEqual([201, id, 'accepted', ann.user.id])
    expect(await friendsOf(ann)).toEqual(['bob'])
  })

  test('is refused when either has blocked the other', async () => {
    await block(bob, ann)
    for (const refused of [await ask(ann, bob), await ask(bob, ann)])
      expect([refused.status, refused.body.code]).toEqual([403, 'blocked'])
    expect(await rows()).toEqual([])
  })

  test('is refused when fifty are open', async () => {
    const others = await crowd(50)
    await app.db
      .insertInto('friends')
      .values(others.map((friend_id) => ({ user_id: ann.user.id, friend_id })))
      .execute()
    const refused = await ask(ann, bob)
    expect([refused.status, refused.body.code]).toEqual([409, 'pending_limit'])
    expect(await requestsOf(ann)).toEqual([[], others.map(() => null)])
    expect((await ask(bob, ann)).status).toBe(201)
    await end(ann, others[0] as string)
    expect((await ask(ann, cleo)).status).toBe(201)
  })

  test('is refused when either member has a thousand friends', async () => {
    const others = await crowd(1000)
    await app.db
      .insertInto('friends')
      .values(
        others.map((other, at) => ({
          user_id: at % 2 ? ann.user.id : other,
          friend_id: at % 2 ? other : ann.user.id,
          status: 'accepted',
        })),
      )
      .execute()
    expect((await ask(ann, bob)).body.code).toBe('friend_limit')
    const { id } = (await ask(bob, ann)).body
    expect((await answer(ann, id)).body.code).toBe('friend_limit')
    expect((await rows()).filter(({ status }) => status === 'pending')).toHaveLength(1)
    await end(ann, others[0] as string)
    expect((await answer(ann, id)).status).toBe(200)
    expect((await ann.get('/api/friends')).body.total).toBe(1000)
  })
})

describe('the response to a request', () => {
  test('accepts it, and both are friends [R-FRIEND-06]', async () => {
    const { id } = (await ask(ann, bob)).body
    const accepted = await answer(bob, id)
    expect([accepted.status, accepted.body.status]).toEqual([200, 'accepted'])
    expect([await friendsOf(ann), await friendsOf(bob)]).toEqual([['bob'], ['ann']])
    expect(await requestsOf(bob)).toEqual([[], []])
  })

  test("may name the other member's id", async () => {
    await ask(ann, bob)
    expect((await answer(bob, ann.user.id)).status).toBe(200)
    expect((await end(ann, bob.user.id)).status).toBe(204)
    expect(await rows()).toEqual([])
  })

  test('is refused to the sender, to other members, and to visitors [R-FRIEND-06]', async () => {
    const { id } = (await ask(ann, bob)).body
    expect((await answer(ann, id)).status).toBe(403)
    expect((await answer(cleo, id)).status).toBe(403)
    expect((await answer(cleo, ann.user.id)).status).toBe(404)
    expect((await app.visitor().patch(`/api/friends/${id}`, { status: 'accepted' })).status).toBe(401)
    expect((await rows())[0]?.status).toBe('pending')
  })

  test.each([['pending'], ['friends'], [''], [null], [1]])('refuses %s as status', async (status) => {
    const { id } = (await ask(ann, bob)).body
    const refused = await answer(bob, id, status)
    expect([refused.status, refused.body.error]).toEqual([400, 'Invalid status'])
    expect((await rows())[0]?.status).toBe('pending')
  })

  test('changes nothing the second time; the opposite answer is refused', async () => {
    const { id } = (await ask(ann, bob)).body
    await answer(bob, id)
    travel(1000)
    expect((await answer(bob, id)).status).toBe(200)
    const late = await answer(bob, id, 'declined')
    expect([late.status, late.body.error]).toEqual([400, 'Invalid status'])
    expect((await rows())[0]?.status).toBe('accepted')
  })

  test('requires an id in the path [R-FRIEND-08]', async () => {
    expect((await ann.patch('/api/friends/', { status: 'accepted' })).status).toBe(404)
    expect((await ann.delete('/api/friends/')).status).toBe(404)
    expect((await ann.patch('/api/friends/bob', { status: 'accepted' })).status).toBe(400)
    expect((await ann.delete(`/api/friends/${NOBODY}`)).status).toBe(404)
  })

  test('hides a declined request from both, and the same member may not send another for a week', async () => {
    const { id } = (await ask(ann, bob)).body
    expect((await answer(bob, id, 'declined')).status).toBe(200)
    expect([await requestsOf(ann), await requestsOf(bob)]).toEqual([
      [[], []],
      [[], []],
    ])
    expect((await ann.get('/api/friends')).body.data).toEqual([])
    expect((await ann.get(`/api/profiles/${bob.user.id}/relationship`)).body.friendStatus).toBe('none')
    expect((await answer(bob, id)).status).toBe(404)
    expect((await end(ann, id)).status).toBe(404)
    travel(7 * 86_400_000 - 1)
    expect((await ask(ann, bob)).body.code).toBe('23505')
    travel(1)
    expect((await ask(ann, bob)).body).toMatchObject({ status: 'pending', user_id: ann.user.id })
    expect(await rows()).toHaveLength(1)
  })

  test('keeps the week after blocking and unblocking', async () => {
    const { id } = (await ask(ann, bob)).body
    await answer(bob, id, 'declined')
    await block(ann, bob)
    await ann.delete(`/api/blocks/${bob.user.id}`)
    expect((await ask(ann, bob)).status).toBe(409)
  })

  test('does not prevent the member who declined from sending a request at once', async () => {
    await answer(bob, (await ask(ann, bob)).body.id, 'declined')
    expect((await ask(bob, ann)).body).toMatchObject({ status: 'pending', user_id: bob.user.id })
    expect(await requestsOf(ann)).toEqual([['bob'], []])
  })
})

describe('ending a friendship', () => {
  test.each([
    ['who asked', () => ann],
    ['who was asked', () => bob],
  ])('%s ends a friendship on both sides [R-FRIEND-22]', async (_who, who) => {
    const id = await befriend(ann, bob)
    expect((await end(who(), id)).status).toBe(204)
    expect([await friendsOf(ann), await friendsOf(bob), await rows()]).toEqual([[], [], []])
    expect((await end(who(), id)).status).toBe(404)
  })

  test('cancels a request on both sides', async () => {
    const { id } = (await ask(ann, bob)).body
    await end(ann, id)
    expect([await requestsOf(ann), await requestsOf(bob)]).toEqual([
      [[], []],
      [[], []],
    ])
  })

  test('is refused to other members', async () => {
    const id = await befriend(ann, bob)
    expect((await end(cleo, id)).status).toBe(403)
    expect(await rows()).toHaveLength(1)
  })

  test('happens with a block, which also ends requests in both directions', async () => {
    await befriend(ann, bob)
    await block(bob, ann)
    await ask(ann, cleo)
    await block(cleo, ann)
    expect(await rows()).toEqual([])
  })
})

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

describe('simultaneous changes', () => {
  const statusesOf = async (work: Promise<{ status: number }>[]) =>
    (await Promise.all(work)).map(({ status }) => status)

  test('two simultaneous requests make the two friends, once', async () => {
    for (let round = 0; round < 10; round += 1) {
      await app.db.deleteFrom('friends').execute()
      expect(await statusesOf([ask(ann, bob), ask(bob, ann)])).toEqual([201, 201])
      expect((await rows()).map(({ status }) => status)).toEqual(['accepted'])
    }
  })

  test('accepting and cancelling run in sequence, and leave nothing', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = (await ask(ann, bob)).body
      const [accepted, ended] = await statusesOf([answer(bob, id), end(ann, id)])
      expect([200, 404]).toContain(accepted)
      expect(ended).toBe(204)
      expect(await rows()).toEqual([])
    }
  })

  test('accepting and declining in two windows: the first one counts', async () => {
    for (let round = 0; round < 10; round += 1) {
      await app.db.deleteFrom('friends').execute()
      const { id } = (await ask(ann, bob)).body
      const statuses = await statusesOf([answer(bob, id, 'accepted'), answer(bob, id, 'declined')])
      const [row] = await rows()
      expect(statuses).toEqual(row?.status === 'accepted' ? [200, 400] : [404, 200])
    }
  })

  test('a block during a request ends it, in either order', async () => {
    for (let round = 0; round < 10; round += 1) {
      await app.db.deleteFrom('user_blocks').execute()
      await app.db.deleteFrom('friends').execute()
      const { id } = (await ask(ann, bob)).body
      const [accepted, blocked, asked] = await statusesOf([answer(bob, id), block(ann, bob), ask(bob, ann)])
      expect([200, 404]).toContain(accepted)
      expect(blocked).toBe(201)
      expect([201, 403, 409]).toContain(asked)
      expect(await rows()).toEqual([])
    }
  })

  test('of sixty simultaneous requests fifty succeed', async () => {
    const others = await crowd(60)
    const asked = await statusesOf(others.map((friend_id) => ann.post('/api/friends', { friend_id })))
    expect([asked.filter((status) => status === 201).length, asked.filter((status) => status === 409).length]).toEqual([
      50, 10,
    ])
    expect(await rows()).toHaveLength(50)
  })

  test('1,000 requests, responses, removals and blocks leave one state that all lists agree on', async () => {
    const people = [ann, bob, cleo]
    const step = (at: number) => {
      const from = people[at % 3] as Member
      const to = people[(at + 1 + (Math.floor(at / 3) % 2)) % 3] as Member
      switch (at % 9) {
        case 0:
        case 1:
        case 2:
          return ask(from, to)
        case 3:
        case 4:
          return answer(from, to.user.id)
        case 5:
        case 6:
          return end(from, to.user.id)
        case 7:
          return block(from, to)
        default:
          return from.delete(`/api/blocks/${to.user.id}`)
      }
    }
    const seen = new Set<number>()
    for (let wave = 0; wave < 1000; wave += 200)
      for (const status of await statusesOf(Array.from({ length: 200 }, (_, at) => step(wave + at)))) seen.add(status)
    expect([...seen].filter((status) => status >= 500)).toEqual([])
    const left = await rows()
    expect(left.length).toBeLessThanOrEqual(3)
    for (const person of people) {
      const own = left.filter(({ user_id, friend_id }) => [user_id, friend_id].includes(person.user.id))
      const { data, total } = (await person.get('/api/friends')).body
      expect(data).toHaveLength(own.length)
      expect(total).toBe(own.filter(({ status }) => status === 'accepted').length)
    }
    for (const { blocker_id, blocked_id } of await app.db.selectFrom('user_blocks').selectAll().execute())
      expect(
        left.some((row) => [row.user_id, row.friend_id].sort().join() === [blocker_id, blocked_id].sort().join()),
      ).toBe(false)
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
