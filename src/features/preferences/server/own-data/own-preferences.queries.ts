import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

export const ownPreferences: OwnData = {
  ownTables(db: Db, userId: string) {
    return {
      user_preferences: db.selectFrom('user_preferences').where('user_id', '=', userId).selectAll(),
    }
  },
}
