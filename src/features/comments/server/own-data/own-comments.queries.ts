import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'
import { tag } from '#server/tags.ts'
import { type SubjectType, subjectField } from '#shared/subject.ts'

export const ownComments: OwnData = {
  /** Exports each comment with its subject in a field of its kind, such as `activity_id`. */
  async exportOwn(db: Db, userId: string) {
    const rows = await db
      .selectFrom('activity_comments')
      .where('user_id', '=', userId)
      .select(['id', 'subject_type', 'subject_id', 'content', 'created_at'])
      .orderBy('id')
      .execute()
    const activity_comments = rows.map(({ id, subject_type, subject_id, ...rest }) => ({
      id,
      [subjectField(subject_type as SubjectType)]: subject_id,
      ...rest,
    }))
    return { activity_comments }
  },
  /** A comment stays without its author, and its page is cached with the member's name. */
  async tagsOf(db: Db, userId: string) {
    const rows = await db
      .selectFrom('activity_comments')
      .where('user_id', '=', userId)
      .select(['subject_type', 'subject_id'])
      .distinct()
      .execute()
    return rows.map((row) => tag.subject({ subjectType: row.subject_type as SubjectType, subjectId: row.subject_id }))
  },
}
