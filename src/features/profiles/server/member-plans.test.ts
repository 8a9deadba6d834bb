import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { stepsOf, storeRows } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { countShelves, listActive, listAlike, type MemberRow } from './members/members.queries.ts'

const app = useTestApp()
let mara: Member

/** 10,000 members with eight games each of 4,000; a third of them hide their libraries. */
beforeAll(async () => {
  mara = await signUp(app)
  await storeRows(app, async (db) => {
    await sql`
      insert into profiles (id, username, last_seen_at, settings)
      select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'member-' || n,
        timestamptz '2026-01-01' + n * interval '1 minute',
        case when n % 3 = 0 then '{"sections": {"library": "private"}}'::jsonb else '{}' end
      from generate_series(1, 10000) n`.execute(db)
    await sql`
      insert into user_games (user_id, game_id, status, updated_at)
      select id, 'igdb_' || (substring(username from 8)::int * 7 + at * 131) % 4000, 'playing', last_seen_at
      from profiles cross join generate_series(1, 8) at where username like 'member-%'`.execute(db)
    await sql`
      insert into user_games (user_id, game_id, status)
      select ${mara.user.id}, 'igdb_' || n, 'playing' from generate_series(1, 300) n`.execute(db)
  })
  await sql`analyze profiles, user_games`.execute(app.db)
})

const MANY = 25

test('active members are read from their index, and little more than are shown', async () => {
  for (const viewerId of [null, mara.user.id as UserId])
    for (const before of [null, { at: new Date('2026-01-05'), id: mara.user.id }])
      for (const plan of ['generic', 'custom'] as const) {
        const steps = await stepsOf(app, plan, (db) => listActive(db, viewerId, before, MANY))
        const profiles = steps.filter(({ table }) => table === 'profiles')
        expect(profiles).toMatchObject([{ index: 'profiles_last_seen' }])
        expect(profiles[0]?.rows).toBeLessThan(3 * MANY)
        for (const { table, rows } of steps) if (table === 'user_games') expect(rows).toBeLessThan(3 * MANY)
      }
})

test('similar libraries come from a sample of bounded size', async () => {
  const viewerId = mara.user.id as UserId
  for (const plan of ['generic', 'custom'] as const) {
    const steps = await stepsOf(app, plan, (db) => listAlike(db, viewerId, 60))
    const games = steps.filter(({ table }) => table === 'user_games')
    expect(games).toMatchObject([{ index: 'user_games_recent' }, { index: 'user_games_players' }])
    expect(games.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(30 + 30 * 100)
  }
})

test('only the shelves of these members are counted', async () => {
  const viewerId = mara.user.id as UserId
  const ids = (await listActive(app.db, null, null, MANY)).map(({ id }: MemberRow) => id)
  for (const plan of ['generic', 'custom'] as const) {
    const steps = await stepsOf(app, plan, (db) => countShelves(db, ids, viewerId))
    const read = steps.filter(({ table }) => table === 'user_games').reduce((sum, { rows }) => sum + rows, 0)
    expect(read).toBeLessThan(1000)
  }
})
