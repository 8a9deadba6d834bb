import type { Db } from '#db/db.ts'
import type { SubjectRef } from '#shared/subject.ts'

/** As they are now, also hidden ones, with whose activity each is about. */
export function listReportedComments(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('activity_comments as comment')
    .innerJoin('friend_activities as activity', 'activity.id', 'comment.activity_id')
    .where('comment.id', 'in', ids)
    .select(['comment.id', 'comment.user_id', 'comment.content', 'comment.hidden_at', 'activity.user_id as owner_id'])
    .execute()
}

/** What it is about; null where it is gone, or hidden already. */
export async function hideComment(db: Db, id: string, at: Date): Promise<SubjectRef | null> {
  const row = await db
    .updateTable('activity_comments')
    .set({ hidden_at: at })
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .returning('activity_id')
    .executeTakeFirst()
  return row ? { subjectType: 'activity', subjectId: row.activity_id } : null
}
