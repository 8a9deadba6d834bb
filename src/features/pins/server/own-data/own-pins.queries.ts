import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** What stands pinned on the profile; the things themselves are in their own features' parts. */
export const ownPins: OwnData = {
  async exportOwn(db: Db, userId: string) {
    return {
      profile_pins: await db
        .selectFrom('profile_pins')
        .where('user_id', '=', userId)
        .selectAll()
        .orderBy('position')
        .execute(),
    }
  },
}
