import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { feedAudience } from '#features/profiles/server/profiles.service.ts'
import type { UserId } from '#shared/ids.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { stepsOf, storeRows } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { listLatest } from './lists.queries.ts'
import { listSitemap } from './sitemap/list-sitemap.queries.ts'

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
      insert into lists (user_id, title, is_shared, games_count, changed_at)
      select ('01900000-0000-7000-8000-' || lpad((n % 20000 + 1)::text, 12, '0'))::uuid, 'List ' || n, n % 3 > 0, 5,
        timestamptz '2026-01-01' + n * interval '1 hour'
      from generate_series(1, 3000) n`.execute(db)
  })
  await sql`analyze lists, profiles`.execute(app.db)
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
