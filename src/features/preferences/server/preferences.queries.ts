import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { PreferenceChange } from '../preferences.contract.ts'

const COLUMNS = [
  'user_id',
  'game_data_source',
  'search_strategy',
  'cache_enabled',
  'fallback_enabled',
  'erotic_games',
  'theme',
  'updated_at',
] as const

export function findPreferences(db: Db, memberId: string) {
  return db.selectFrom('user_preferences').where('user_id', '=', memberId).select(COLUMNS).executeTakeFirst()
}

/** Inserts or updates the member's only row (R-PREF-04). */
export function upsertPreferences(db: Db, memberId: string, change: PreferenceChange, now: Date) {
  return db
    .insertInto('user_preferences')
    .values({ ...change, user_id: memberId, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...change, updated_at: now }))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** The app has fewer routes than this, so further ones are invented. */
const MAX_PAGES_A_DAY = 100

/** Counts a view. If a day already has very many pages, a new page is not counted, because it is invented. */
export async function countView(db: Db, view: { day: string; page: string; isVisit: boolean }): Promise<void> {
  const { day, page } = view
  const visits = view.isVisit ? 1 : 0
  await sql`
    insert into page_counts (day, page, views, visits)
    select ${day}::date, ${page}, 1, ${visits}::integer
    where (select count(*) from page_counts where day = ${day}::date and page <> ${page}) < ${MAX_PAGES_A_DAY}
    on conflict (day, page) do update
      set views = page_counts.views + 1, visits = page_counts.visits + excluded.visits`.execute(db)
}

/** Lists the counts, newest day first, and most viewed pages first within a day. */
export function listCounts(db: Db, since: string) {
  return db
    .selectFrom('page_counts')
    .where('day', '>=', since)
    .select([sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'), 'page', 'views', 'visits'])
    .orderBy('page_counts.day', 'desc')
    .orderBy('views', 'desc')
    .orderBy('page')
    .execute()
}

export async function deleteCountsBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('page_counts').where('day', '<', day).execute()
}
