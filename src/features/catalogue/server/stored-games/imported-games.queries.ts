import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import type { SourceGame, StoredOrigin } from '../sources/source.ts'
import { factColumnsOf, fieldOf, PAGE_FACTS, pageFactsOf } from './game-columns.ts'

/** Whether the fill adds a fact of the page, field by field. */
const PAGE_FACT_FIELDS = sql.join(
  PAGE_FACTS.map(
    (key) =>
      sql`(${sql.lit(fieldOf(key))}, games.details -> ${sql.lit(key)} is null and given.details -> ${sql.lit(key)} is not null)`,
  ),
)

/**
 * Fills absent facts of games that another source brought, and marks them as imported. The source still owns the row,
 * and overwrites all of it at the next fetch. A row that was written after it was read (`readAt`) stays unchanged.
 */
export async function fillGames(db: Db, fills: readonly { game: SourceGame; readAt: string }[]): Promise<void> {
  if (fills.length === 0) return
  const rows = fills.map(({ game, readAt }) => ({
    id: game.id,
    read_at: readAt,
    ...factColumnsOf(game),
    details: {
      summary: game.summary,
      storyline: game.storyline,
      themes: game.themes,
      gameModes: game.gameModes,
      developers: game.developers,
      publishers: game.publishers,
      backgroundUrl: game.backgroundUrl,
      artworks: game.artworks,
      screenshots: game.screenshots,
      videos: game.videos,
      ...pageFactsOf(game),
    },
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
        id text, read_at timestamptz, first_release_date bigint, platforms jsonb, platform_ids integer[],
        genres jsonb, genre_ids integer[],
        theme_ids integer[], game_mode_ids integer[], developer text, series text, cover_image_id text, cover_url text,
        rating numeric,
        total_rating numeric, total_rating_count integer, critic_rating numeric, critic_rating_count integer,
        hypes integer, game_type smallint, parent_id text, time_to_beat jsonb, details jsonb
      )
    )
    update games set
      first_release_date = given.first_release_date, platforms = given.platforms, platform_ids = given.platform_ids,
      genres = given.genres, genre_ids = given.genre_ids, theme_ids = given.theme_ids,
      game_mode_ids = given.game_mode_ids, developer = given.developer, series = given.series,
      cover_image_id = given.cover_image_id, cover_url = given.cover_url, rating = given.rating, total_rating = given.total_rating,
      total_rating_count = given.total_rating_count, critic_rating = given.critic_rating,
      critic_rating_count = given.critic_rating_count, hypes = given.hypes, game_type = given.game_type,
      parent_id = given.parent_id, time_to_beat = given.time_to_beat,
      details = games.details || given.details, updated_at = now(),
      provenance = games.provenance || coalesce((
        select jsonb_object_agg(field, jsonb_build_object('origin', 'import', 'at', floor(extract(epoch from now()))))
        from (values
          ('first_release_date', games.first_release_date is null and given.first_release_date is not null),
          ('platforms', games.platforms = '[]' and given.platforms <> '[]'),
          ('genres', games.genres = '[]' and given.genres <> '[]'),
          ('themes', games.theme_ids = '{}' and given.theme_ids <> '{}'),
          ('game_modes', games.game_mode_ids = '{}' and given.game_mode_ids <> '{}'),
          ('time_to_beat', games.time_to_beat is null and given.time_to_beat is not null),
          ('developer', games.developer is null and given.developer is not null),
          ('publishers', coalesce(games.details -> 'publishers', '[]') = '[]' and given.details -> 'publishers' <> '[]'),
          ('series', games.series is null and given.series is not null),
          ('cover_image_id', games.cover_image_id is null and given.cover_image_id is not null),
          ('total_rating', games.total_rating is null and given.total_rating is not null),
          ('rating', games.rating is null and given.rating is not null),
          ('critic_rating', games.critic_rating is null and given.critic_rating is not null),
          ('cover_url', games.cover_url is null and given.cover_url is not null),
          ('game_type', games.game_type is null and given.game_type is not null),
          ('parent_id', games.parent_id is null and given.parent_id is not null),
          ('storyline', games.details ->> 'storyline' is null and given.details ->> 'storyline' is not null),
          ('summary', games.details ->> 'summary' is null and given.details ->> 'summary' is not null),
          ${PAGE_FACT_FIELDS}
        ) change (field, is_new)
        where is_new
      ), '{}')
    from given
    where games.id = given.id and games.updated_at = given.read_at`.execute(db)
}

/** Restores the origins that an export recorded, for rows that this import has just created. */
export async function restoreOrigins(db: Db, rows: readonly ({ id: GameId } & StoredOrigin)[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update games set origin = given.origin, provenance = given.provenance, refreshed_at = given."refreshedAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      given (id text, origin text, provenance jsonb, "refreshedAt" timestamptz)
    where games.id = given.id`.execute(db)
}
