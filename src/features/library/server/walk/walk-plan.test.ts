import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { stepsOf } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { listEntriesBefore } from './walk.queries.ts'

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
