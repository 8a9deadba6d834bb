import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the errors that the member's browser reported. */
export const ownErrors: OwnData = {
  async exportOwn(db: Db, userId: string) {
    const error_logs = await db
      .selectFrom('error_logs')
      .where('user_id', '=', userId)
      .select(['id', 'created_at', 'level', 'message', 'error', 'context'])
      .orderBy('id')
      .execute()
    return { error_logs }
  },
}
