import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the games of the member's own, and which rows of files have become which of them (decision 0086). */
export const ownGamesData: OwnData = {
  ownTables(db: Db, userId: string) {
    const games = db
      .selectFrom('games')
      .where('owner_id', '=', userId)
      .select(['id', 'name', 'platforms', 'first_release_date', 'created_at', 'updated_at'])
      .orderBy('id')
    const own_game_keys = db
      .selectFrom('own_game_keys')
      .where('user_id', '=', userId)
      .select(['key', 'game_id'])
      .orderBy('key')
    return { games, own_game_keys }
  },
}
