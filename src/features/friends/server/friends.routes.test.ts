import { describe, expect, test } from 'vitest'
import { useFriendsApp } from '#tests/support/friends-app.ts'
import type { Member } from '#tests/support/members.ts'

const {
  app,
  NOBODY,
  AT,
  ask,
  answer,
  end,
  block,
  rows,
  travel,
  befriend,
  requestsOf,
  friendsOf,
  crowd,
  ann,
  bob,
  cleo,
} = useFriendsApp()

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
