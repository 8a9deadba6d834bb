import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { EXTERNAL_IDS } from '#features/catalogue/server/stored-games/stored-games.service.ts'
import type { GameId } from '#shared/ids.ts'
import { STORED_COLUMNS, type StoredRow } from '../games/stored-game.ts'

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

/** Returns those of the ids that a game has, or had before it was merged. */
export async function takenIds(db: Db, ids: readonly GameId[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from games where id = any(${ids}::text[])
    union select from_id from game_merges where from_id = any(${ids}::text[])`.execute(db)
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
