import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { signUp } from '#tests/support/members.ts'
import { stepsOf, storeRows } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { countJoinedSince, countRows } from './admin.queries.ts'

const app = useTestApp()

beforeAll(async () => {
  await storeRows(app, async (db) => {
    await sql`
      insert into games (id, data_source, source_id, name, search_text)
      select 'igdb_' || n, 'igdb', n, 'Game ' || n, '| game ' || n || ' |' from generate_series(1, 20000) n`.execute(db)
    await sql`
      insert into profiles (id, username, created_at)
      select uuidv7(), 'member-' || n, timestamptz '2020-01-01' from generate_series(1, 12000) n`.execute(db)
  })
  await sql`analyze games, profiles`.execute(app.db)
})

test('the figures of the admin home read at most 10,001 rows of a table, and are estimates beyond that', async () => {
  const root = await signUp(app, { becomeAdmin: true })
  const { body } = await root.get('/api/admin/stats')
  expect(body).toMatchObject({ games: 20_000, members: 12_000, new_members: 1, estimated: ['members', 'games'] })
  for (const table of ['games', 'profiles', 'outbox'] as const) {
    const steps = await stepsOf(app, 'generic', (db) => countRows(db, table))
    for (const step of steps) expect(step.rows, step.table).toBeLessThanOrEqual(10_001)
  }
  const steps = await stepsOf(app, 'generic', (db) => countJoinedSince(db, new Date('2026-01-01')))
  expect(steps).toMatchObject([{ table: 'profiles', index: 'profiles_joined', rows: 1 }])
})
