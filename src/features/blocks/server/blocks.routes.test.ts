import { beforeEach, expect, test } from 'vitest'
import { type Member, useMember } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const ann = useMember(app, { username: 'ann' })
const bob = useMember(app, { username: 'bob', displayName: 'Bob' })
const cleo = useMember(app, { username: 'cleo' })
const NOBODY = '00000000-0000-7000-8000-000000000000'

beforeEach(async () => {
  for (const table of ['followers', 'friends', 'user_blocks'] as const) await app.db.deleteFrom(table).execute()
  app.time.now = new Date('2026-03-01T12:00:00Z')
})

const block = (from: Member, to: Member) => from.post('/api/blocks', { user_id: to.user.id })
const unblock = (from: Member, to: Member) => from.delete(`/api/blocks/${to.user.id}`)
const follow = (from: Member, to: Member) => from.post('/api/followers', { following_id: to.user.id })
const rows = () => app.db.selectFrom('user_blocks').selectAll().execute()

test('a block is stored once, and only its author lists and removes it', async () => {
  const first = await block(ann, bob)
  expect([first.status, first.body]).toEqual([
    201,
    { blocker_id: ann.user.id, blocked_id: bob.user.id, created_at: '2026-03-01T12:00:00.000Z' },
  ])
  app.time.now = new Date('2026-03-02T12:00:00Z')
  const second = await block(ann, bob)
  expect([second.status, second.body]).toEqual([200, first.body])
  expect((await ann.get('/api/blocks')).body).toEqual({
    data: [
      {
        id: bob.user.id,
        username: 'bob',
        display_name: 'Bob',
        avatar_url: null,
        blocked_at: '2026-03-01T12:00:00.000Z',
      },
    ],
    nextCursor: null,
  })
  expect((await bob.get('/api/blocks')).body.data).toEqual([])
  expect((await unblock(bob, ann)).status).toBe(204)
  expect(await rows()).toHaveLength(1)
  expect((await unblock(ann, bob)).status).toBe(204)
  expect((await unblock(ann, bob)).status).toBe(204)
  expect(await rows()).toEqual([])
})

test.each([
  ['the own id', () => ann.user.id, 400, 'self'],
  ['an unknown member', () => NOBODY, 404, 'member_not_found'],
  ['a malformed id', () => 'bob', 400, 'validation_failed'],
  ['without an id', () => undefined, 400, 'validation_failed'],
])('blocking %s is refused', async (_what, id, status, code) => {
  const answer = await ann.post('/api/blocks', { user_id: id() })
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(await rows()).toEqual([])
})

test('a block ends the follows between the two in both directions, and no others', async () => {
  await follow(ann, bob)
  await follow(bob, ann)
  await follow(cleo, bob)
  await block(ann, bob)
  expect(await app.db.selectFrom('followers').select(['follower_id', 'following_id']).execute()).toEqual([
    { follower_id: cleo.user.id, following_id: bob.user.id },
  ])
})

test('when following and blocking run simultaneously, no follow remains in either order', async () => {
  for (let round = 0; round < 10; round += 1) {
    await app.db.deleteFrom('user_blocks').execute()
    const answers = await Promise.all([follow(ann, bob), block(bob, ann), follow(bob, ann), block(ann, bob)])
    expect(answers.map(({ status }) => status).every((status) => [201, 403].includes(status))).toBe(true)
    expect(await app.db.selectFrom('followers').selectAll().execute()).toEqual([])
    expect(await rows()).toHaveLength(2)
  }
})

test('the list continues after its first page', async () => {
  const others = await app.db
    .insertInto('user')
    .values(Array.from({ length: 60 }, (_, at) => ({ name: `M${at}`, email: `many${at}@example.org` })))
    .returning('id')
    .execute()
  await app.db
    .insertInto('profiles')
    .values(others.map(({ id }, at) => ({ id, username: `many${at}` })))
    .execute()
  await app.db
    .insertInto('user_blocks')
    // Some rows have the same time, across the boundary of the page.
    .values(
      others.map(({ id }, at) => ({
        blocker_id: ann.user.id,
        blocked_id: id,
        created_at: new Date(Math.floor(at / 20) * 1000),
      })),
    )
    .execute()
  const first = (await ann.get('/api/blocks')).body
  const second = (await ann.get(`/api/blocks?cursor=${first.nextCursor}`)).body
  expect([first.data.length, second.data.length, second.nextCursor]).toEqual([50, 10, null])
  const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(60)
})

test('a visitor has no blocks', async () => {
  const visitor = app.visitor()
  expect((await visitor.get('/api/blocks')).status).toBe(401)
  expect((await visitor.post('/api/blocks', { user_id: bob.user.id })).status).toBe(401)
})
