import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
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

/** With `at` hidden from then on, with null no longer: what it is about and who said it. Undefined where it is gone, or that already. */
export async function setHidden(
  db: Db,
  id: string,
  at: Date | null,
): Promise<{ subject: SubjectRef; authorId: UserId | null } | undefined> {
  const row = await db
    .updateTable('activity_comments')
    .set({ hidden_at: at })
    .where('id', '=', id)
    .where('hidden_at', at === null ? 'is not' : 'is', null)
    .returning(['activity_id', 'user_id'])
    .executeTakeFirst()
  return (
    row && { subject: { subjectType: 'activity', subjectId: row.activity_id }, authorId: row.user_id as UserId | null }
  )
}
