import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { feedAudience } from '#features/profiles/server/profiles.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { stepsOf, storeRows } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import * as browse from './browse/browse-lists.queries.ts'
import { listLatest, listPinned, listShared } from './lists.queries.ts'
import { listSitemap } from './sitemap/list-sitemap.queries.ts'

const NOBODY = '01900000-0000-7000-8000-000000000000'

const app = useTestApp()
let mara: Member

/** 3,000 lists by as many of 20,000 members; a third of them are private. */
beforeAll(async () => {
  mara = await signUp(app)
  await storeRows(app, async (db) => {
    await sql`
      insert into profiles (id, username)
      select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'member-' || n
      from generate_series(1, 20000) n`.execute(db)
    await sql`
      insert into lists (user_id, title, is_shared, games_count, likes_count, changed_at)
      select ('01900000-0000-7000-8000-' || lpad((n % 20000 + 1)::text, 12, '0'))::uuid, 'List ' || n, n % 3 > 0, 5, n % 50,
        timestamptz '2026-01-01' + n * interval '1 hour'
      from generate_series(1, 3000) n`.execute(db)
    // One game is in every list, each other game in few.
    await sql`
      insert into list_games (list_id, game_id, position, added_at)
      select id, 'igdb_' || case when at = 1 then 1 else n * 10 + at end, at, changed_at
      from (select id, changed_at, row_number() over () as n from lists) list cross join generate_series(1, 5) at`.execute(
      db,
    )
    await sql`
      insert into followers (follower_id, following_id)
      select ${mara.user.id}, id from profiles where username like 'member-1%' limit 400`.execute(db)
  })
  await sql`analyze lists, list_games, profiles, followers`.execute(app.db)
})

async function expectOnlyLatest(shown: number): Promise<void> {
  for (const viewerId of [null, mara.user.id as UserId])
    for (const plan of ['generic', 'custom'] as const) {
      const steps = await stepsOf(app, plan, (db) => listLatest(db, feedAudience(viewerId), viewerId, shown))
      const lists = steps.filter(({ table }) => table === 'lists')
      expect(lists).toMatchObject([{ index: 'lists_latest', rows: shown }])
      expect(steps.find(({ table }) => table === 'profiles')?.rows).toBeLessThanOrEqual(shown)
    }
}

test('the latest lists of everybody are read from their index, and no more of them than are shown', () =>
  expectOnlyLatest(2))

const place = { at: new Date('2026-03-01'), id: NOBODY }

test('the public page reads each order from its index, and no more lists than are shown', async () => {
  for (const viewerId of [null, mara.user.id as UserId])
    for (const [which, index] of [
      [browse.latest(undefined, null), 'lists_latest'],
      [browse.latest(undefined, place), 'lists_latest'],
      [browse.mostLiked(undefined, null), 'lists_liked'],
      [browse.mostLiked(undefined, { count: 30, id: NOBODY }), 'lists_liked'],
    ] as const)
      for (const plan of ['generic', 'custom'] as const) {
        const steps = await stepsOf(app, plan, (db) => listShared(db, feedAudience(viewerId), viewerId, which, 25))
        expect(steps.filter(({ table }) => table === 'lists')).toMatchObject([{ index, rows: 25 }])
      }
})

test('pinned lists are looked up without the other lists of their owner', async () => {
  for (const plan of ['generic', 'custom'] as const) {
    const steps = await stepsOf(app, plan, (db) => listPinned(db, mara.user.id as UserId, 3))
    expect(steps.filter(({ table }) => table === 'lists')).toMatchObject([{ index: 'lists_on_home' }])
  }
})

test('the lists of a game are looked up, the newest ones only', async () => {
  for (const plan of ['generic', 'custom'] as const) {
    const which = browse.mostLiked('igdb_1' as GameId, null)
    const steps = await stepsOf(app, plan, (db) => listShared(db, feedAudience(null), null, which, 25))
    // None is a smart list of the viewer, so no new games are counted.
    const reads = steps.filter(({ table, rows }) => table === 'list_games' && rows > 0)
    expect(reads).toMatchObject([{ index: 'list_games_game', rows: 500 }])
    expect(steps.filter(({ table }) => table === 'lists')).toMatchObject([{ index: 'lists_pkey' }])
  }
})

test('the lists of known members are looked up member by member', async () => {
  const viewerId = mara.user.id as UserId
  for (const plan of ['generic', 'custom'] as const) {
    const which = browse.ofKnown(viewerId, undefined, place, 25)
    const steps = await stepsOf(app, plan, (db) => listShared(db, feedAudience(viewerId), viewerId, which, 25))
    expect(steps.filter(({ table }) => table === 'lists')).toMatchObject([{ index: 'lists_member' }])
  }
})

test('a part of the sitemap reads its own lists, and only their authors', async () => {
  const { rows } = await sql<{ id: string }>`select id from lists order by id`.execute(app.db)
  const range = { from: rows[300]?.id ?? null, until: rows[600]?.id ?? null }
  for (const plan of ['generic', 'custom'] as const) {
    const steps = await stepsOf(app, plan, (db) => listSitemap.list(db, range, 1000))
    const reads = (table: string) => steps.filter((step) => step.table === table).map(({ rows }) => rows)
    expect(reads('lists')).toEqual([300])
    expect(reads('profiles')).toEqual([200])
  }
})

test('the latest lists are read so, too, where it seems cheap to read the lists of each member', async () => {
  await storeRows(app, (db) =>
    sql`delete from profiles where id <> ${mara.user.id} and id not in (select user_id from lists)`.execute(db),
  )
  await sql`vacuum (full, analyze) profiles`.execute(app.db)
  await expectOnlyLatest(8)
})
