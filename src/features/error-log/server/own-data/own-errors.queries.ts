import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the errors that the member's browser reported. */
export const ownErrors: OwnData = {
  ownTables(db: Db, userId: string) {
    const error_logs = db
      .selectFrom('error_logs')
      .where('user_id', '=', userId)
      .select(['id', 'created_at', 'level', 'message', 'error', 'context'])
      .orderBy('id')
    return { error_logs }
  },
}
