import { beforeEach, describe, expect, test } from 'vitest'
import { saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp, useMember } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const ann = useMember(app, { username: 'ann' })
const bob = useMember(app, { username: 'bob' })
const cleo = useMember(app, { username: 'cleo' })
const NOBODY = '00000000-0000-7000-8000-000000000000'

beforeEach(async () => {
  for (const table of ['followers', 'user_blocks'] as const) await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
  app.time.now = new Date('2026-03-01T12:00:00Z')
})

const follow = (from: Member, to: Member) => from.post('/api/followers', { following_id: to.user.id })
const unfollow = (from: Member, to: Member) => from.delete(`/api/followers/${to.user.id}`)
const rows = () => app.db.selectFrom('followers').selectAll().execute()
const disable = (member: Member) =>
  app.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', member.user.id).execute()
const showTo = (member: Member, settings: object) => saveSettings(app, member, settings)

describe('following a member', () => {
  test('stores and returns one row with its three keys [R-FOLLOW-01, R-FOLLOW-06]', async () => {
    const answer = await follow(ann, bob)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      follower_id: ann.user.id,
      following_id: bob.user.id,
      created_at: '2026-03-01T12:00:00.000Z',
    })
    expect(await rows()).toEqual([
      { follower_id: ann.user.id, following_id: bob.user.id, created_at: new Date('2026-03-01T12:00:00Z') },
    ])
  })

  test('changes the counts by one, and so does unfollowing, in each direction separately [R-FOLLOW-02]', async () => {
    const totals = async () => [
      (await ann.get('/api/followers?list=following')).body.total,
      (await bob.get('/api/followers?list=followers')).body.total,
      (await bob.get('/api/followers?list=following')).body.total,
    ]
    expect(await totals()).toEqual([0, 0, 0])
    await follow(ann, bob)
    expect(await totals()).toEqual([1, 1, 0])
    expect((await unfollow(ann, bob)).status).toBe(204)
    expect(await totals()).toEqual([0, 0, 0])
  })

  test('a second time changes nothing: 200 with the existing row, and 204 for unfollowing', async () => {
    await follow(ann, bob)
    app.time.now = new Date('2026-03-02T12:00:00Z')
    const again = await follow(ann, bob)
    expect([again.status, again.body.created_at]).toEqual([200, '2026-03-01T12:00:00.000Z'])
    expect(await rows()).toHaveLength(1)
    await unfollow(ann, bob)
    expect((await unfollow(ann, bob)).status).toBe(204)
  })

  test.each([
    ['the own id', () => ({ following_id: ann.user.id }), 400, 'self'],
    ['an unknown member', () => ({ following_id: NOBODY }), 404, 'member_not_found'],
    ['a malformed id', () => ({ following_id: 'bob' }), 400, 'validation_failed'],
    ['without an id', () => ({}), 400, 'validation_failed'],
    ['for somebody else', () => ({ following_id: bob.user.id, follower_id: cleo.user.id }), 403, '42501'],
  ])('%s is refused and stores nothing', async (_what, body, status, code) => {
    const answer = await ann.post('/api/followers', body())
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await rows()).toEqual([])
  })

  test("accepts the member's own id as follower_id", async () => {
    const body = { following_id: bob.user.id, follower_id: ann.user.id }
    expect((await ann.post('/api/followers', body)).status).toBe(201)
  })

  test('a disabled member is refused as not found', async () => {
    await disable(bob)
    expect((await follow(ann, bob)).status).toBe(404)
  })

  test('is possible for a private profile', async () => {
    await showTo(bob, { visibility: 'private' })
    expect((await follow(ann, bob)).status).toBe(201)
  })

  test('is refused when either has blocked the other', async () => {
    await app.db.insertInto('user_blocks').values({ blocker_id: bob.user.id, blocked_id: ann.user.id }).execute()
    for (const answer of [await follow(ann, bob), await follow(bob, ann)])
      expect([answer.status, answer.body.code]).toEqual([403, 'blocked'])
    expect(await rows()).toEqual([])
  })

  test('requires a session, and so does unfollowing [R-FOLLOW-06]', async () => {
    const visitor = app.visitor()
    expect((await visitor.post('/api/followers', { following_id: bob.user.id })).status).toBe(401)
    expect((await visitor.delete(`/api/followers/${bob.user.id}`)).status).toBe(401)
  })

  test("unfollowing deletes only the member's own follow", async () => {
    await follow(bob, cleo)
    await unfollow(ann, cleo)
    expect(await rows()).toHaveLength(1)
    expect((await ann.delete('/api/followers/cleo')).status).toBe(400)
  })
})

describe('many simultaneous follows', () => {
  test('1,000 toggles leave rows and counts that agree', async () => {
    const people = [ann, bob, cleo]
    const toggle = (at: number) => {
      const from = people[at % 3] as Member
      const to = people[(at + 1 + (Math.floor(at / 3) % 2)) % 3] as Member
      return at % 7 < 4 ? follow(from, to) : unfollow(from, to)
    }
    const statuses = new Set<number>()
    // In waves, because the tests have few database connections.
    for (let wave = 0; wave < 1000; wave += 200)
      for (const { status } of await Promise.all(Array.from({ length: 200 }, (_, at) => toggle(wave + at))))
        statuses.add(status)
    expect([...statuses].sort()).toEqual([200, 201, 204])
    const left = await rows()
    for (const person of people) {
      const { body } = await person.get('/api/followers?list=followers')
      expect(body.total).toBe(left.filter((row) => row.following_id === person.user.id).length)
      expect(body.data).toHaveLength(body.total)
    }
    // Each pair can still be set to either state.
    for (const from of people)
      for (const to of people)
        if (from !== to) {
          await follow(from, to)
          await unfollow(from, to)
        }
    expect(await rows()).toEqual([])
  })

  test('a member whose account is deleted at the same time has no followers, and no request fails', async () => {
    const deleted = await signUp(app)
    const [, ...answers] = await Promise.all([
      app.db.deleteFrom('user').where('id', '=', deleted.user.id).execute(),
      ...Array.from({ length: 8 }, (_, at) => follow(at % 2 === 0 ? ann : bob, deleted)),
    ])
    for (const { status } of answers) expect([200, 201, 404]).toContain(status)
    expect(await rows()).toEqual([])
  })
})

describe('is_user_following', () => {
  const ask = (who: { post: Member['post'] }, from: Member, to: Member) =>
    who.post('/api/rpc/is_user_following', { follower_uuid: from.user.id, following_uuid: to.user.id })

  test('returns a boolean [R-FOLLOW-03]', async () => {
    await follow(ann, bob)
    expect((await ask(ann, ann, bob)).body).toBe(true)
    expect((await ask(ann, bob, ann)).body).toBe(false)
    expect((await ask(app.visitor(), ann, bob)).body).toBe(true)
    expect((await ask(cleo, ann, bob)).body).toBe(true)
  })

  test.each([
    ['keeps the profile', { visibility: 'private' }],
    ['shows the profile to friends', { visibility: 'friends' }],
    ['keeps the lists', { sections: { friends: 'private' } }],
  ])('refuses other viewers for a member who %s', async (_what, settings) => {
    await follow(ann, bob)
    await showTo(ann, settings)
    expect((await ask(cleo, ann, bob)).status).toBe(403)
    expect((await ask(app.visitor(), ann, bob)).body.code).toBe('42501')
    expect((await ask(ann, ann, bob)).body).toBe(true)
    expect((await ask(bob, ann, bob)).body).toBe(true)
  })

  test('requires two ids', async () => {
    expect((await ann.post('/api/rpc/is_user_following', { follower_uuid: ann.user.id })).status).toBe(400)
  })
})
