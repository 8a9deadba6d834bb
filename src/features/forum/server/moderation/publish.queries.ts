import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { LikedType } from '../../forum.rules.ts'

/** Ends the waiting of a locked item. */
export async function showHeldItem(db: Db, type: LikedType, id: string): Promise<void> {
  await db
    .updateTable(type === 'thread' ? 'forum_threads' : 'forum_posts')
    .set({ held_at: null })
    .where('id', '=', id)
    .execute()
}

/** Puts an approved thread where a new one would be. */
export async function bumpThread(db: Db, id: string, at: Date): Promise<void> {
  await sql`
    update forum_threads set last_post_at = greatest(last_post_at, ${at}::timestamptz) where id = ${id}`.execute(db)
}
