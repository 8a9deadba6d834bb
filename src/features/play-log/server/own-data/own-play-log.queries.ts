import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports playthroughs, play sessions and the timer. */
export const ownPlayLog: OwnData = {
  ownTables(db: Db, userId: string) {
    const playthroughs = db.selectFrom('playthroughs').where('user_id', '=', userId).selectAll().orderBy('id')
    const play_sessions = db.selectFrom('play_sessions').where('user_id', '=', userId).selectAll().orderBy('id')
    const play_timers = db.selectFrom('play_timers').where('user_id', '=', userId).selectAll()
    return { playthroughs, play_sessions, play_timers }
  },
}
