import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the shelf, its histories and its play log with the names of the games, because people read the file too. */
export const ownLibrary: OwnData = {
  async exportOwn(db: Db, userId: string) {
    const user_games = await db
      .selectFrom('user_games')
      .innerJoin('games', 'games.id', 'user_games.game_id')
      .where('user_id', '=', userId)
      .selectAll('user_games')
      .select('games.name as game_name')
      .orderBy('user_games.id')
      .execute()
    const game_progress_history = await db
      .selectFrom('game_progress_history')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('id')
      .execute()
    const game_achievement_history = await db
      .selectFrom('game_achievement_history')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('id')
      .execute()
    const playthroughs = await db
      .selectFrom('playthroughs')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('id')
      .execute()
    const play_sessions = await db
      .selectFrom('play_sessions')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('id')
      .execute()
    const play_timers = await db.selectFrom('play_timers').where('user_id', '=', userId).selectAll().execute()
    const own_shelves = await db
      .selectFrom('own_shelves')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('id')
      .execute()
    const own_shelf_games = await db
      .selectFrom('own_shelf_games')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('shelf_id')
      .orderBy('game_id')
      .execute()
    return {
      user_games,
      game_progress_history,
      game_achievement_history,
      playthroughs,
      play_sessions,
      play_timers,
      own_shelves,
      own_shelf_games,
    }
  },
}
