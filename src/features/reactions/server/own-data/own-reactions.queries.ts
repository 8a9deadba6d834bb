import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'
import { tag } from '#server/tags.ts'

export const ownReactions: OwnData = {
  async exportOwn(db: Db, userId: string) {
    const activity_reactions = await db
      .selectFrom('activity_reactions')
      .where('user_id', '=', userId)
      .select(['id', 'activity_id', 'emoji', 'created_at'])
      .orderBy('id')
      .execute()
    return { activity_reactions }
  },
  /** They go with the account, and are counted where it is not named. */
  async tagsOf(db: Db, userId: string) {
    const rows = await db.selectFrom('activity_reactions').where('user_id', '=', userId).select('activity_id').execute()
    return rows.map(({ activity_id }) => tag.subject({ subjectType: 'activity', subjectId: activity_id }))
  },
}
