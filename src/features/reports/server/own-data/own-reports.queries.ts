import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** What the member reported; what others reported of them is not theirs to have. */
export const ownReports: OwnData = {
  async exportOwn(db: Db, userId: string) {
    const reports = await db
      .selectFrom('reports')
      .where('reporter_id', '=', userId)
      .select(['id', 'item_type', 'item_id', 'reason', 'text', 'status', 'created_at'])
      .orderBy('id')
      .execute()
    return { reports }
  },
}
