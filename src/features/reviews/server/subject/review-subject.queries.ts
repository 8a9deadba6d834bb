import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Viewer } from '#server/session.ts'
import { isReadableBy } from '../reviews.queries.ts'

/** Returns the ids of these reviews that the viewer may read. */
export async function listVisibleIds(db: Db, viewer: Viewer | null, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select review.id from reviews review
    where review.id = any(${ids}::uuid[]) and ${isReadableBy(viewer)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists the contents of these reviews, including hidden ones. */
export function listReportedReviews(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('reviews')
    .innerJoin('games', 'games.id', 'reviews.game_id')
    .where('reviews.id', 'in', ids)
    .select(['reviews.id', 'reviews.user_id', 'reviews.rating', 'reviews.review_html', 'reviews.hidden_at'])
    .select('games.name as game_name')
    .execute()
}

/**
 * Hides a review at an instant, or shows it again (null). Returns undefined when it is deleted or already in that state.
 */
export function setHidden(db: Db, id: string, at: Date | null) {
  return db
    .updateTable('reviews')
    .set({ hidden_at: at })
    .where('id', '=', id)
    .where('hidden_at', at === null ? 'is not' : 'is', null)
    .returning(['id', 'user_id', 'game_id', 'is_public'])
    .executeTakeFirst()
}

/** Returns the SQL expression for the game of a review. */
export const gameIdSql = (reviewId: RawBuilder<unknown>) =>
  sql<string | null>`(select game_id from reviews where id = ${reviewId})`
