import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'
import { type SubjectType, subjectField } from '#shared/subject.ts'

export const ownComments: OwnData = {
  /** Exports each comment with its subject in a field of its kind, such as `activity_id`. */
  ownTables(db: Db, userId: string) {
    const rows = db
      .selectFrom('activity_comments')
      .where('user_id', '=', userId)
      .select(['id', 'subject_type', 'subject_id', 'parent_id', 'content', 'spoils_to', 'written_at', 'created_at'])
      .orderBy('id')
    return { activity_comments: { query: rows, view } }
  },
}

const view = ({ id, subject_type, subject_id, ...rest }: { id: string; subject_type: string; subject_id: string }) => ({
  id,
  [subjectField(subject_type as SubjectType)]: subject_id,
  ...rest,
})
