import { type RawBuilder, sql } from 'kysely'
import { lockName } from '#db/advisory-lock.ts'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'

/** The columns of `games` that a member's words decide. */
export interface OwnGameColumns {
  name: string
  search_text: string
  platforms: { id: number; name: string }[]
  platform_ids: number[]
  first_release_date: number | null
}

const COLUMNS = sql`name text, search_text text, platforms jsonb, platform_ids integer[], first_release_date bigint`

/** Lets the writes of one member's own games wait for each other. */
export async function lockOwnGames(db: Db, owner: UserId): Promise<void> {
  await lockName(sql`${`own games of ${owner}`}`).execute(db)
}

export async function countOwnGames(db: Db, owner: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from games where owner_id = ${owner}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns which games a member's rows of files have become, by their keys. */
export async function findByKeys(db: Db, owner: UserId, keys: readonly string[]): Promise<Map<string, GameId>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ key: string; game_id: GameId }>`
    select key, game_id from own_game_keys
    where user_id = ${owner} and key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`.execute(db)
  return new Map(rows.map(({ key, game_id }) => [key, game_id]))
}

/** Inserts games with new ids, and their keys. Returns the ids by key. */
export async function insertOwnGames(
  db: Db,
  owner: UserId,
  games: readonly (OwnGameColumns & { key: string })[],
): Promise<Map<string, GameId>> {
  if (games.length === 0) return new Map()
  const { rows } = await sql<{ key: string; game_id: GameId }>`
    with given as materialized (
      select nextval('own_game_numbers') as number, one.*
      from jsonb_to_recordset(${JSON.stringify(games)}::jsonb) as one (key text, ${COLUMNS})
    ), made as (
      insert into games (
        id, data_source, source_id, owner_id, game_type, origin, name, search_text, platforms, platform_ids,
        first_release_date
      )
      select 'local_' || number, 'local', number, ${owner}::uuid, -1, 'local', name, search_text, platforms,
        platform_ids, first_release_date
      from given
    )
    insert into own_game_keys (user_id, key, game_id)
    select ${owner}::uuid, key, 'local_' || number from given
    returning key, game_id`.execute(db)
  return new Map(rows.map(({ key, game_id }) => [key, game_id]))
}

/** Changes a game of this member, and lets its new key find it. Returns false when it is not theirs. */
export async function updateOwnGame(
  db: Db,
  owner: UserId,
  id: GameId,
  { key, ...columns }: OwnGameColumns & { key: string },
): Promise<boolean> {
  const { rows } = await sql`
    update games set name = given.name, search_text = given.search_text, platforms = given.platforms,
      platform_ids = given.platform_ids, first_release_date = given.first_release_date, updated_at = now()
    from jsonb_to_record(${JSON.stringify(columns)}::jsonb) as given (${COLUMNS})
    where games.id = ${id} and games.owner_id = ${owner}
    returning games.id`.execute(db)
  if (rows.length === 0) return false
  await sql`
    insert into own_game_keys (user_id, key, game_id) values (${owner}, ${key}, ${id})
    on conflict do nothing`.execute(db)
  return true
}

export interface OwnGameRow {
  id: GameId
  name: string
  platforms: { name: string }[]
  first_release_date: number | null
}

export async function findOwnGame(db: Db, owner: UserId, id: GameId): Promise<OwnGameRow | undefined> {
  const { rows } = await sql<OwnGameRow>`
    select id, name, platforms, first_release_date from games where id = ${id} and owner_id = ${owner}`.execute(db)
  return rows[0]
}

const NO_ENTRY = sql`not exists (select from user_games where user_games.game_id = games.id)`

/** Deletes those of these games that neither the library nor a row of an import needs, and returns them. */
export async function deleteOwnGames(db: Db, owner: UserId, ids: readonly GameId[]): Promise<GameId[]> {
  if (ids.length === 0) return []
  return deleted(
    db,
    sql`owner_id = ${owner} and id = any(${ids}::text[]) and ${NO_ENTRY}
      and not exists (select from import_rows where import_rows.game_id = games.id and import_rows.state = 'ready')`,
  )
}

/** Deletes own games that neither a library nor an import needs. */
export const deleteUnusedOwnGames = (db: Db, before: Date): Promise<GameId[]> =>
  deleted(
    db,
    sql`owner_id is not null and created_at < ${before} and ${NO_ENTRY}
      and not exists (select from import_rows where import_rows.game_id = games.id)`,
  )

async function deleted(db: Db, condition: RawBuilder<unknown>): Promise<GameId[]> {
  const { rows } = await sql<{ id: GameId }>`delete from games where ${condition} returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** From now on the rows of files that have become one game become the other one. */
export async function moveKeys(db: Db, owner: UserId, from: GameId, to: GameId): Promise<void> {
  await sql`update own_game_keys set game_id = ${to} where user_id = ${owner} and game_id = ${from}`.execute(db)
}
