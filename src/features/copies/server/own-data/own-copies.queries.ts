import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the copies of games. */
export const ownCopies: OwnData = {
  ownTables(db: Db, userId: string) {
    const game_copies = db.selectFrom('game_copies').where('user_id', '=', userId).selectAll().orderBy('id')
    return { game_copies }
  },
}
