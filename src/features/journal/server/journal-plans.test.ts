import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { planOf } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { listEntries } from './journal.queries.ts'

const app = useTestApp()
let ann: Member

beforeAll(async () => {
  ann = await signUp(app)
  await sql`
    insert into games (id, data_source, source_id, name, search_text)
    select 'igdb_' || n, 'igdb', n, 'Game ' || n, '| game ' || n || ' |' from generate_series(1, 3000) n`.execute(
    app.db,
  )
  await sql`
    insert into journal_entries (user_id, type, date, content, game_id)
    select ${ann.user.id}::uuid, 'daily', current_date - n, 'Played.', 'igdb_' || n from generate_series(1, 2000) n`.execute(
    app.db,
  )
  await sql`analyze games, journal_entries`.execute(app.db)
})

test('a search reads only the games of the member’s entries', async () => {
  const plan = await planOf(app, (db) => listEntries(db, ann.user.id as UserId, { search: 'game 2999' }, null, 50))
  expect(plan).toContain('Index Scan using games_pkey on games')
  expect(plan).not.toContain('Seq Scan on games')
})
