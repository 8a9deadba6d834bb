import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the pins of the profile; the pinned things are in the exports of their own features. */
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
