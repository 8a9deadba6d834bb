import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { stepsOf } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { listEntriesBefore } from './keyset.queries.ts'

const app = useTestApp()
const PAGE = 100
let ann: Member

beforeAll(async () => {
  ann = await signUp(app)
  await sql`
    insert into games (id, data_source, source_id, name, search_text)
    select 'igdb_' || n, 'igdb', n, 'Game ' || n, '| game ' || n || ' |' from generate_series(1, 2000) n`.execute(
    app.db,
  )
  await sql`
    insert into user_games (user_id, game_id, status, created_at, updated_at)
    select ${ann.user.id}::uuid, 'igdb_' || n, 'playing', now() - n * interval '1 hour', now() from generate_series(1, 2000) n`.execute(
    app.db,
  )
  await sql`analyze games, user_games`.execute(app.db)
})

test.each(['generic', 'custom'] as const)('a page of a large library reads its rows, by the %s plan', async (plan) => {
  const before = { at: new Date(Date.now() - 1000 * 3600_000), id: '019a0000-0000-7000-8000-000000000000' }
  const filter = { status: 'all', search: '', changedSince: null } as const
  const steps = await stepsOf(app, plan, (db) => listEntriesBefore(db, ann.user.id as UserId, filter, before, PAGE))
  const read = steps.filter(({ table }) => table === 'user_games').reduce((sum, { rows }) => sum + rows, 0)
  expect(read).toBeGreaterThanOrEqual(PAGE)
  expect(read).toBeLessThan(PAGE + 5)
})

test('instants are ISO 8601 in UTC with milliseconds, whatever zone the connection has', async () => {
  const filter = { status: 'all', search: '', changedSince: null } as const
  await app.db.transaction().execute(async (db) => {
    await sql`
      update user_games set created_at = '2026-01-01T00:00:00Z', updated_at = '2026-01-02T03:04:05.6Z',
        last_played_at = '2026-01-03T23:59:59.078Z' where user_id = ${ann.user.id}::uuid and game_id = 'igdb_7'`.execute(
      db,
    )
    const instants = async (zone: string) => {
      await sql`select set_config('timezone', ${zone}, true)`.execute(db)
      const [entry] = await listEntriesBefore(
        db as Db,
        ann.user.id as UserId,
        { ...filter, game_id: 'igdb_7' as GameId },
        null,
        1,
      )
      return [entry?.created_at, entry?.updated_at, entry?.last_played_at]
    }
    for (const zone of ['UTC', 'Asia/Kolkata', 'America/St_Johns'])
      expect([zone, ...(await instants(zone))]).toEqual([
        zone,
        '2026-01-01T00:00:00.000Z',
        '2026-01-02T03:04:05.600Z',
        '2026-01-03T23:59:59.078Z',
      ])
  })
})
