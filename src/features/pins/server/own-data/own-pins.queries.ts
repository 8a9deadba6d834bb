import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the pins of the profile; the features that own the pinned items export these. */
export const ownPins: OwnData = {
  ownTables(db: Db, userId: string) {
    return {
      profile_pins: db.selectFrom('profile_pins').where('user_id', '=', userId).selectAll().orderBy('position'),
    }
  },
}
