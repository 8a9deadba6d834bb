import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { stepsOf, storeRows } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { listKnownIds } from './circle.queries.ts'
import { loadPeople } from './people.queries.ts'

const app = useTestApp()
let host: Member
let viewer: Member
let others: Member[]

beforeAll(async () => {
  host = await signUp(app, { username: 'host' })
  viewer = await signUp(app, { username: 'viewer' })
  others = []
  for (const username of ['one', 'two', 'three', 'four']) others.push(await signUp(app, { username }))
})
beforeEach(async () => {
  for (const table of ['followers', 'friends', 'user_blocks'] as const) await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
  let minute = 0
  // The latest is 'four'; half of the friendships began with a request of the host.
  for (const [at, other] of others.entries()) {
    const created_at = new Date(Date.UTC(2026, 0, 1, 0, minute++))
    const [from, to] = at % 2 ? [host, other] : [other, host]
    const pair = { user_id: from.user.id, friend_id: to.user.id, status: 'accepted', created_at }
    await app.db.insertInto('friends').values(pair).execute()
    await follow(other, host, created_at)
    await follow(host, other, created_at)
  }
})

const follow = (from: Member, to: Member, created_at = new Date()) =>
  app.db.insertInto('followers').values({ follower_id: from.user.id, following_id: to.user.id, created_at }).execute()
const change = (member: Member | undefined, values: { settings?: string; disabled_at?: Date }) =>
  app.db
    .updateTable('profiles')
    .set(values)
    .where('id', '=', member?.user.id ?? '')
    .execute()
const list = async (who: Pick<Member, 'get'>, part: string, search = '') => {
  const { status, body } = await who.get(`/api/profiles/${host.user.id}/${part}${search}`)
  return { status, body, names: body.data?.map(({ username }: { username: string }) => username) as string[] }
}
const LISTS = ['friends', 'following', 'followers']

test.each(LISTS)('%s: lists the newest first for a visitor, and known people first for a member', async (part) => {
  expect((await list(app.visitor(), part)).names).toEqual(['four', 'three', 'two', 'one'])
  await follow(viewer, others[0] as Member)
  const pair = { user_id: others[1]?.user.id ?? '', friend_id: viewer.user.id, status: 'accepted' }
  await app.db.insertInto('friends').values(pair).execute()
  const { names, body } = await list(viewer, part)
  expect(names).toEqual(['two', 'one', 'four', 'three'])
  expect(body.data[0]).toMatchObject({ friendStatus: 'accepted', isFollowing: false })
  expect(body.data[1]).toMatchObject({ friendStatus: 'none', isFollowing: true })
})

test.each(LISTS)('%s: the pages contain everybody once, also when the known people end within a page', async (part) => {
  await follow(viewer, others[0] as Member)
  const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => list(viewer, part, `?limit=1&page=${page}`)))
  expect(pages.flatMap(({ names }) => names)).toEqual(['one', 'four', 'three', 'two'])
  expect(pages.map(({ body }) => body.hasMore)).toEqual([true, true, true, false, false])
  expect(pages[0]?.body.total).toBe(4)
  expect((await list(viewer, part, '?limit=3')).body.hasMore).toBe(true)
  expect((await list(viewer, part, '?limit=4')).body.hasMore).toBe(false)
})

test.each(LISTS)(
  '%s: excludes people who are blocked, have blocked the viewer, are disabled, or hide from the viewer (G22)',
  async (part) => {
    const [one, two, three, four] = others
    const block = (from: Member | undefined, to: Member | undefined) =>
      app.db
        .insertInto('user_blocks')
        .values({ blocker_id: from?.user.id ?? '', blocked_id: to?.user.id ?? '' })
        .execute()
    await block(viewer, one)
    await block(two, viewer)
    await change(three, { disabled_at: new Date() })
    await change(four, { settings: JSON.stringify({ visibility: 'friends' }) })
    expect((await list(viewer, part)).names).toEqual([])
    expect((await list(app.visitor(), part)).names).toEqual(['two', 'one'])
    const pair = { user_id: four?.user.id ?? '', friend_id: viewer.user.id, status: 'accepted' }
    await app.db.insertInto('friends').values(pair).execute()
    expect((await list(viewer, part)).names).toEqual(['four'])
  },
)

test.each(LISTS)('%s: excludes people who hide their own relationships from the viewer', async (part) => {
  const [, , three, four] = others
  await change(four, { settings: JSON.stringify({ sections: { friends: 'private' } }) })
  await change(three, { settings: JSON.stringify({ sections: { friends: 'friends' } }) })
  for (const who of [viewer, app.visitor()]) expect((await list(who, part)).names).toEqual(['two', 'one'])
  const pairs = [three, four].map((one) => ({
    user_id: one?.user.id ?? '',
    friend_id: viewer.user.id,
    status: 'accepted',
  }))
  await app.db.insertInto('friends').values(pairs).execute()
  expect((await list(viewer, part)).names).toEqual(['three', 'two', 'one'])
  // The two members of a relationship know it anyway.
  expect((await list(host, part)).names).toEqual(['four', 'three', 'two', 'one'])
  expect((await list(four as Member, part)).names).toContain('four')
  expect((await list(host, part, '?as=friend')).names).toEqual(['three', 'two', 'one'])
})

test.each(LISTS)('%s: follows the visibility of the section and of the profile', async (part) => {
  for (const settings of [{ sections: { friends: 'friends' } }, { visibility: 'private' }]) {
    await change(host, { settings: JSON.stringify(settings) })
    for (const who of [viewer, app.visitor()]) {
      const { status, body } = await list(who, part)
      expect([status, body.code, body.data]).toEqual([403, '42501', undefined])
    }
    expect((await list(host, part)).names.length).toBeGreaterThan(0)
  }
})

test('the owner sees a preview as a visitor does, without known people', async () => {
  const { body } = await list(host, 'following', '?as=guest')
  expect(body.data).toHaveLength(4)
  expect(body.data.every(({ isFollowing }: { isFollowing: boolean }) => !isFollowing)).toBe(true)
})

test('a page takes a bounded number of queries, however many people it lists', async () => {
  expect(await app.countQueries(() => list(viewer, 'followers'))).toBeLessThanOrEqual(5)
})

describe('with thousands around a member', () => {
  beforeEach(async () => {
    await app.db.deleteFrom('followers').execute()
    await storeRows(app, (db) =>
      sql`insert into followers (follower_id, following_id)
        select uuidv7(), ${host.user.id}::uuid from generate_series(1, 5000)
        union all select ${host.user.id}::uuid, uuidv7() from generate_series(1, 5000)
        union all select uuidv7(), uuidv7() from generate_series(1, 10000)
        union all select ${viewer.user.id}::uuid, uuidv7() from generate_series(1, 50)`.execute(db),
    )
    await sql`vacuum (analyze) followers`.execute(app.db)
  })
  afterEach(() => sql`truncate followers`.execute(app.db))
  const readBy = async (plan: 'generic' | 'custom', query: (db: Db) => Promise<unknown>) => {
    const read = (await stepsOf(app, plan, query)).filter(({ table }) => table === 'followers')
    return { kinds: [...new Set(read.map(({ kind }) => kind))], rows: read.reduce((sum, { rows }) => sum + rows, 0) }
  }

  test.each(['generic', 'custom'] as const)('the known people are looked up one by one, in a %s plan', async (plan) => {
    for (const part of ['followers', 'following'] as const) {
      const audience = { viewerId: viewer.user.id as UserId, seesAll: false }
      const read = await readBy(plan, (db) => listKnownIds(db, host.user.id as UserId, part, audience))
      // An index that has less than the time costs more than the one with all followers of the member.
      expect([part, read.kinds]).toEqual([part, ['Index Only Scan']])
      // The 50 that the viewer follows, and a lookup for each.
      expect(read.rows).toBeLessThanOrEqual(100)
    }
  })

  test.each(['generic', 'custom'] as const)('each member is loaded by two lookups, in a %s plan', async (plan) => {
    const ids = Array.from({ length: 300 }, () => crypto.randomUUID())
    await storeRows(app, (db) =>
      db
        .insertInto('profiles')
        .values(ids.map((id) => ({ id })))
        .execute(),
    )
    await sql`analyze profiles`.execute(app.db)
    const read = await readBy(plan, (db) => loadPeople(db, host.user.id as UserId, ids))
    expect(read.rows).toBeLessThanOrEqual(2 * ids.length)
    await storeRows(app, (db) => db.deleteFrom('profiles').where('id', 'in', ids).execute())
  })
})
