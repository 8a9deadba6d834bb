import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#db/db.ts'

/** Expects that the stored newest activity of each member matches the activity rows (decision 0038). */
export async function expectStoredLatest(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string; stored: string | null; newest: string | null }>`
    select p.id,
      (select row(activity_id, created_at)::text from latest_activities where user_id = p.id) as stored,
      (
        select row(id, created_at)::text from friend_activities
        where user_id = p.id and hidden_at is null
        order by created_at desc, id desc limit 1
      ) as newest
    from profiles p`.execute(db)
  expect(rows.map(({ id, stored }) => ({ id, stored }))).toEqual(rows.map(({ id, newest }) => ({ id, stored: newest })))
}
