import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import type { SourceGame } from '../../sources/source.ts'
import { EXTERNAL_IDS } from '../../stored-games/external-ids.queries.ts'
import { factColumnsOf } from '../../stored-games/game-columns.ts'
import type { StoredOrigin } from './entry.ts'
import { STORED_COLUMNS, type StoredRow } from './stored-game.ts'

export type KeyedRow = StoredRow & { name_key: string; updated_at: string }

const COLUMNS = [...STORED_COLUMNS, EXTERNAL_IDS, 'name_key', sql<string>`updated_at::text`.as('updated_at')] as const

/** Finds the games that entries of earlier imports created. */
export async function findByKeys(db: Db, keys: readonly string[]): Promise<Map<string, GameId>> {
  const rows = await db
    .selectFrom('game_import_keys')
    .select(['key', 'game_id'])
    .where('key', '=', sql<string>`any(${keys})`)
    .execute()
  return new Map(rows.map((row) => [row.key, row.game_id as GameId]))
}

export async function findRows(db: Db, ids: readonly GameId[]): Promise<KeyedRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('games').select(COLUMNS).where('id', '=', sql<string>`any(${ids})`).execute()
}

/** Finds imported games with a text that seems to have an HTML entity. */
export async function findRowsWithEntities(db: Db): Promise<KeyedRow[]> {
  const texts = sql`concat_ws(' ', name, series, developer, platforms, details)`
  return db
    .selectFrom('games')
    .select(COLUMNS)
    .where('origin', '=', 'import')
    .where(sql<boolean>`${texts} ~ '&(#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);'`)
    .execute()
}

/** Finds every stored game with these names. */
export async function findRowsByName(db: Db, nameKeys: readonly string[]): Promise<KeyedRow[]> {
  if (nameKeys.length === 0) return []
  return (
    db
      .selectFrom('games')
      .select(COLUMNS)
      .where('name_key', '=', sql<string>`any(${nameKeys})`)
      // Written literally as in the index, because the planner could not match a parameter.
      .where(sql<boolean>`name_key <> ''`)
      .execute()
  )
}

export async function takenIds(db: Db, ids: readonly GameId[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('games').select('id').where('id', '=', sql<string>`any(${ids})`).execute()
  return new Set(rows.map(({ id }) => id))
}

export async function rememberKeys(db: Db, keys: readonly { key: string; game_id: string }[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    insert into game_import_keys (key, game_id)
    select key, game_id from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) given (key text, game_id text)
    on conflict (key) do update set game_id = excluded.game_id`.execute(db)
}

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
        hypes integer, game_type smallint, parent_id text, details jsonb
      )
    )
    update games set
      first_release_date = given.first_release_date, platforms = given.platforms, platform_ids = given.platform_ids,
      genres = given.genres, genre_ids = given.genre_ids, theme_ids = given.theme_ids,
      game_mode_ids = given.game_mode_ids, developer = given.developer, series = given.series,
      cover_image_id = given.cover_image_id, cover_url = given.cover_url, rating = given.rating, total_rating = given.total_rating,
      total_rating_count = given.total_rating_count, critic_rating = given.critic_rating,
      critic_rating_count = given.critic_rating_count, hypes = given.hypes, game_type = given.game_type,
      parent_id = given.parent_id,
      details = games.details || given.details, updated_at = now(),
      provenance = games.provenance || coalesce((
        select jsonb_object_agg(field, jsonb_build_object('origin', 'import', 'at', floor(extract(epoch from now()))))
        from (values
          ('first_release_date', games.first_release_date is null and given.first_release_date is not null),
          ('platforms', games.platforms = '[]' and given.platforms <> '[]'),
          ('genres', games.genres = '[]' and given.genres <> '[]'),
          ('themes', games.theme_ids = '{}' and given.theme_ids <> '{}'),
          ('game_modes', games.game_mode_ids = '{}' and given.game_mode_ids <> '{}'),
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
          ('summary', games.details ->> 'summary' is null and given.details ->> 'summary' is not null)
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

/**
 * Vacuums and analyses the table at once after a large import, for the planner and the search. Outside a transaction.
 */
export async function tidyGames(db: Db): Promise<void> {
  await sql`vacuum (analyze) games`.execute(db)
}

/** An arbitrary number that all imports share. */
export const IMPORT_LOCK = 5_430_004

/**
 * Acquires the import lock for this connection until `releaseImports` or its end. Returns false when another import has
 * it.
 */
export async function claimImports(db: Db): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${IMPORT_LOCK}) as held`.execute(db)
  return rows[0]?.held ?? false
}

export async function releaseImports(db: Db): Promise<void> {
  await sql`select pg_advisory_unlock(${IMPORT_LOCK})`.execute(db)
}
