import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { ListId, UserId } from '#shared/ids.ts'

/** Locks the author and the member who likes a list, and then the list. */
export async function lockForLike(db: Db, id: ListId, viewerId: UserId): Promise<void> {
  await sql`
    with people as materialized (
      select id from profiles
      where id = ${viewerId} or id = (select user_id from lists where id = ${id})
      order by id
      for key share
    )
    select id from lists where id = ${id} and user_id in (select id from people) for no key update`.execute(db)
}

/** Adds or removes the like, and returns whether the member likes the list now. A trigger counts the likes. */
export async function toggleLike(db: Db, id: ListId, userId: UserId, at: Date): Promise<boolean> {
  const removed = await db
    .deleteFrom('list_likes')
    .where('list_id', '=', id)
    .where('user_id', '=', userId)
    .returning('list_id')
    .executeTakeFirst()
  if (removed) return false
  await db.insertInto('list_likes').values({ list_id: id, user_id: userId, created_at: at }).execute()
  return true
}

export async function countLikes(db: Db, id: ListId): Promise<number> {
  const { likes_count } = await db
    .selectFrom('lists')
    .where('id', '=', id)
    .select('likes_count')
    .executeTakeFirstOrThrow()
  return likes_count
}
