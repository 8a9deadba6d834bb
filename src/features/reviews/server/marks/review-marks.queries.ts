import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId, ReviewId, UserId } from '#shared/ids.ts'
import { isReadableBy } from '../reviews.queries.ts'

export interface LockedReview {
  id: ReviewId
  user_id: UserId
  game_id: GameId
  likes_count: number
  bookmarks_count: number
}

/**
 * Locks a review that the viewer may read, so toggles of one review run one after the other. It locks the profiles of
 * author and viewer first, in the same order as an admin who disables one of them, because a like notifies the author.
 */
export async function lockReadable(db: Db, viewer: Viewer, id: string): Promise<LockedReview | undefined> {
  const { rows } = await sql<LockedReview>`
    with people as materialized (
      select id from profiles
      where (id = ${viewer.id} or id = (select user_id from reviews where id = ${id})) and disabled_at is null
      order by id
      for key share
    )
    select id, user_id, game_id, likes_count, bookmarks_count
    from reviews review
    where review.id = ${id} and ${isReadableBy(viewer)}
      and review.user_id in (select id from people) and ${viewer.id} in (select id from people)
    for no key update of review`.execute(db)
  return rows[0]
}

/** Sets or removes the viewer's mark on a locked review, and returns whether it is set now. */
export async function toggleMark(
  db: Db,
  table: 'review_likes' | 'review_bookmarks',
  mark: { reviewId: ReviewId; userId: UserId; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ is_set: boolean }>`
    with removed as (
      delete from ${sql.table(table)} where review_id = ${mark.reviewId} and user_id = ${mark.userId} returning 1
    ), added as (
      insert into ${sql.table(table)} (review_id, user_id, created_at)
      select ${mark.reviewId}::uuid, ${mark.userId}::uuid, ${mark.at}::timestamptz
      where not exists (select from removed)
      returning 1
    )
    select exists (select from added) as is_set`.execute(db)
  return rows[0]?.is_set ?? false
}
