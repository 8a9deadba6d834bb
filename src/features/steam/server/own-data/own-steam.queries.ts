import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the account at Steam with its games. */
export const ownSteam: OwnData = {
  ownTables(db: Db, userId: string) {
    const steam_links = db.selectFrom('steam_links').where('user_id', '=', userId).selectAll().orderBy('user_id')
    const steam_games = db.selectFrom('steam_games').where('user_id', '=', userId).selectAll().orderBy('app_id')
    return { steam_links, steam_games }
  },
}
