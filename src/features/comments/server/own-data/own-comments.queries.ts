import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'
import { tag } from '#server/tags.ts'

export const ownComments: OwnData = {
  async exportOwn(db: Db, userId: string) {
    const activity_comments = await db
      .selectFrom('activity_comments')
      .where('user_id', '=', userId)
      .select(['id', 'activity_id', 'content', 'created_at'])
      .orderBy('id')
      .execute()
    return { activity_comments }
  },
  /** A comment stays without its author: its page does not know the member who comes back. */
  async tagsOf(db: Db, userId: string) {
    const rows = await db
      .selectFrom('activity_comments')
      .where('user_id', '=', userId)
      .select('activity_id')
      .distinct()
      .execute()
    return rows.map(({ activity_id }) => tag.subject({ subjectType: 'activity', subjectId: activity_id }))
  },
}
