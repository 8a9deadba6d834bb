import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { searchTextOf } from '../search/names.ts'
import type { SourceGame } from './source.ts'

/**
 * Writes games in one statement. A game is overwritten only by the source that it came from, or by a live source that
 * takes the built-in one over.
 */
export async function storeGames(db: Db, games: readonly SourceGame[], origin: 'local' | 'igdb' | 'rawg') {
  const rows = games.map((game) => ({
    id: game.id,
    data_source: game.id.slice(0, 4),
    source_id: Number(game.id.slice(5)),
    name: game.name,
    search_text: searchTextOf(game.name, game.alternativeNames, game.renown),
    cover_image_id: game.coverImageId,
    first_release_date: game.firstReleaseDate,
    platforms: game.platforms,
    genres: game.genres,
    platform_ids: idsOf(game.platforms),
    genre_ids: idsOf(game.genres),
    theme_ids: idsOf(game.themes),
    game_mode_ids: idsOf(game.gameModes),
    rating: game.rating,
    total_rating: game.totalRating,
    total_rating_count: game.totalRatingCount,
    renown: game.renown,
    developer: game.developers[0] ?? null,
    series: game.series,
    details: {
      summary: game.summary,
      storyline: game.storyline,
      themes: game.themes,
      gameModes: game.gameModes,
      developers: game.developers,
      publishers: game.publishers,
      alternativeNames: game.alternativeNames,
    } satisfies GameDetails,
  }))
  await sql`
    insert into games (
      id, data_source, source_id, name, search_text, cover_image_id, first_release_date, platforms, genres,
      platform_ids, genre_ids, theme_ids, game_mode_ids, rating, total_rating, total_rating_count, renown,
      developer, series, details, origin
    )
    select given.*, ${origin}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      id text, data_source text, source_id bigint, name text, search_text text, cover_image_id text,
      first_release_date bigint, platforms jsonb, genres jsonb, platform_ids integer[], genre_ids integer[],
      theme_ids integer[], game_mode_ids integer[], rating numeric, total_rating numeric, total_rating_count integer,
      renown smallint, developer text, series text, details jsonb
    )
    on conflict (id) do update set
      name = excluded.name, search_text = excluded.search_text, cover_image_id = excluded.cover_image_id,
      first_release_date = excluded.first_release_date, platforms = excluded.platforms, genres = excluded.genres,
      platform_ids = excluded.platform_ids, genre_ids = excluded.genre_ids, theme_ids = excluded.theme_ids,
      game_mode_ids = excluded.game_mode_ids, rating = excluded.rating, total_rating = excluded.total_rating,
      total_rating_count = excluded.total_rating_count, renown = excluded.renown, developer = excluded.developer,
      series = excluded.series, details = excluded.details, origin = excluded.origin,
      refreshed_at = now(), updated_at = now()
    where games.origin = excluded.origin or games.origin = 'local'`.execute(db)
}

const idsOf = (terms: readonly { id: number }[]) => terms.map(({ id }) => id)

/** The column `details`. */
export interface GameDetails {
  summary: string | null
  storyline: string | null
  themes: readonly { id: number; name: string }[]
  gameModes: readonly { id: number; name: string }[]
  developers: readonly string[]
  publishers: readonly string[]
  alternativeNames: readonly string[]
}
