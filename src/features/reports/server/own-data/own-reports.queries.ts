import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the member's own reports. Reports about the member belong to others. */
export const ownReports: OwnData = {
  ownTables(db: Db, userId: string) {
    const reports = db
      .selectFrom('reports')
      .where('reporter_id', '=', userId)
      .select(['id', 'item_type', 'item_id', 'subject_key', 'reason', 'fact', 'text', 'source', 'status', 'created_at'])
      .orderBy('id')
    return { reports }
  },
}
