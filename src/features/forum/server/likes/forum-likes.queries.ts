import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { LikedType } from '../../forum.rules.ts'

/** Sets or removes the member's like of a locked item, and returns whether it is set now. A trigger counts it. */
export async function toggleLike(
  db: Db,
  like: { userId: UserId; type: LikedType; itemId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ is_set: boolean }>`
    with removed as (
      delete from forum_likes
      where user_id = ${like.userId} and type = ${like.type} and item_id = ${like.itemId}
      returning 1
    ), added as (
      insert into forum_likes (user_id, type, item_id, created_at)
      select ${like.userId}::uuid, ${like.type}, ${like.itemId}::uuid, ${like.at}::timestamptz
      where not exists (select from removed)
      returning 1
    )
    select exists (select from added) as is_set`.execute(db)
  return rows[0]?.is_set ?? false
}
