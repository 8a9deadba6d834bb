import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

const RELEASE_YEAR = sql<number | null>`extract(year from to_timestamp(games.first_release_date))::int`.as('game_year')
/** The game at IGDB and Steam: an import into another server finds it by these. */
const elsewhere = (source: string) =>
  sql`(select jsonb_agg(uid order by uid) from game_external_ids where game_id = games.id and source = ${source})`
const SLUG = sql<string[] | null>`${elsewhere('igdb_slug')}`.as('game_igdb_slugs')
const STEAM_IDS = sql<string[] | null>`${elsewhere('steam')}`.as('game_steam_ids')

/** Exports the shelf, its histories and its play log with the names of the games, because people read the file too. */
export const ownLibrary: OwnData = {
  ownTables(db: Db, userId: string) {
    const user_games = db
      .selectFrom('user_games')
      .innerJoin('games', 'games.id', 'user_games.game_id')
      .where('user_id', '=', userId)
      .selectAll('user_games')
      .select(['games.name as game_name', 'games.platforms as game_platforms', RELEASE_YEAR, SLUG, STEAM_IDS])
      .orderBy('user_games.id')
    const game_progress_history = db
      .selectFrom('game_progress_history')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('id')
    const game_achievement_history = db
      .selectFrom('game_achievement_history')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('id')
    const playthroughs = db.selectFrom('playthroughs').where('user_id', '=', userId).selectAll().orderBy('id')
    const play_sessions = db.selectFrom('play_sessions').where('user_id', '=', userId).selectAll().orderBy('id')
    const play_timers = db.selectFrom('play_timers').where('user_id', '=', userId).selectAll()
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
    const game_copies = db.selectFrom('game_copies').where('user_id', '=', userId).selectAll().orderBy('id')
    return {
      user_games,
      game_progress_history,
      game_achievement_history,
      playthroughs,
      play_sessions,
      play_timers,
      own_shelves,
      own_shelf_games,
      game_copies,
    }
  },
}
