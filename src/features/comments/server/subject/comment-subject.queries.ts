import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { SubjectRef, SubjectType } from '#shared/subject.ts'

/** Lists the contents of these comments, hidden ones included, with their subjects. */
export function listReportedComments(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('activity_comments')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .select(['id', 'user_id', 'content', 'hidden_at', 'subject_type', 'subject_id'])
    .execute()
}

/**
 * Hides a comment at an instant, or shows it again (null). Returns undefined when it is deleted or already in that
 * state.
 */
export async function setHidden(
  db: Db,
  id: string,
  at: Date | null,
): Promise<{ subject: SubjectRef; authorId: UserId | null; answeredUserId: UserId | null } | undefined> {
  const row = await db
    .updateTable('activity_comments')
    .set({ hidden_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('hidden_at', at === null ? 'is not' : 'is', null)
    .returning(['subject_type', 'subject_id', 'user_id', 'answered_user_id'])
    .executeTakeFirst()
  return (
    row && {
      subject: { subjectType: row.subject_type as SubjectType, subjectId: row.subject_id },
      authorId: row.user_id as UserId | null,
      answeredUserId: row.answered_user_id as UserId | null,
    }
  )
}
