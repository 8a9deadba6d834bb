import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports since when the member has a calendar, without what gives access to it, and which releases the member was notified of. */
export const ownReleases: OwnData = {
  ownTables(db: Db, userId: string) {
    const release_calendars = db.selectFrom('release_calendars').where('user_id', '=', userId).select('created_at')
    const release_notices = db
      .selectFrom('release_notices')
      .innerJoin('games', 'games.id', 'release_notices.game_id')
      .where('user_id', '=', userId)
      .select(['game_id', 'games.name as game_name', 'notified_at'])
      .orderBy('notified_at')
      .orderBy('game_id')
    return { release_calendars, release_notices }
  },
}
