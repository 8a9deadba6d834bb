import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

const RELEASE_YEAR = sql<number | null>`extract(year from to_timestamp(games.first_release_date))::int`.as('game_year')
/** The game at IGDB and Steam: an import into another server finds it by these. */
const elsewhere = (source: string) =>
  sql`(select jsonb_agg(uid order by uid) from game_external_ids where game_id = games.id and source = ${source})`
const SLUG = sql<string[] | null>`${elsewhere('igdb_slug')}`.as('game_igdb_slugs')
const STEAM_IDS = sql<string[] | null>`${elsewhere('steam')}`.as('game_steam_ids')

/** Exports the library and its histories with the names of the games, because people read the file too. */
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
    return { user_games, game_progress_history, game_achievement_history }
  },
}
