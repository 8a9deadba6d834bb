import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the shelves that the member has made, and the queue, with their games. */
export const ownShelvesData: OwnData = {
  ownTables(db: Db, userId: string) {
    const own_shelves = db.selectFrom('own_shelves').where('user_id', '=', userId).selectAll().orderBy('id')
    const own_shelf_games = db
      .selectFrom('own_shelf_games')
      .innerJoin('own_shelves', 'own_shelves.id', 'own_shelf_games.shelf_id')
      .where('own_shelf_games.user_id', '=', userId)
      .selectAll('own_shelf_games')
      .select(['own_shelves.name as shelf_name', 'own_shelves.color as shelf_color'])
      .select(['own_shelves.is_shown as shelf_is_shown', 'own_shelves.is_queue as shelf_is_queue'])
      .select('own_shelves.position as shelf_position')
      .orderBy('shelf_id')
      .orderBy('own_shelf_games.game_id')
    return { own_shelves, own_shelf_games }
  },
}
