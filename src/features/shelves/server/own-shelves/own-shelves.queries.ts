import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { heldBy, isWanted } from '#features/library/server/writing/entry-writing.service.ts'
import type { GameId, OwnShelfId, UserId } from '#shared/ids.ts'
import type { OwnShelf } from '../../own-shelves.contract.ts'
import { QUEUE_NAME, type ShelfColor } from '../../own-shelves.rules.ts'

export interface ShelfFields {
  name: string
  color: ShelfColor
  is_shown: boolean
}

/** Lists a member's shelves in their order, or one of them, with the number of their games. */
export async function listShelves(
  db: Db,
  userId: UserId,
  { gameId = null, shelfId = null }: { gameId?: GameId | null; shelfId?: OwnShelfId | null } = {},
): Promise<OwnShelf[]> {
  const { rows } = await sql<OwnShelf>`
    select shelf.id, shelf.name, shelf.color, shelf.is_shown, shelf.is_queue,
      (select count(*) from (${heldBy(sql.ref('shelf'))}) held) as games_count,
      exists (${heldBy(sql.ref('shelf'))} and held.game_id = ${gameId}) as has_game
    from own_shelves shelf
    where shelf.user_id = ${userId} and (${shelfId}::uuid is null or shelf.id = ${shelfId}::uuid)
    order by shelf.position, shelf.id`.execute(db)
  return rows
}

/** Locks the member until the transaction ends, so that writers of one member's shelves run one after another. */
export async function lockMember(db: Db, userId: UserId): Promise<void> {
  await db.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Returns how many shelves the member has, and whether another one than `except` has this name in any case. */
export async function shelvesBeside(
  db: Db,
  userId: UserId,
  { name, except = null }: { name: string; except?: OwnShelfId | null },
): Promise<{ count: number; isNameTaken: boolean; lastPosition: number }> {
  return db
    .selectFrom('own_shelves')
    .where('user_id', '=', userId)
    .select([
      sql<number>`count(*) filter (where not is_queue)`.as('count'),
      sql<boolean>`coalesce(bool_or(lower(normalize(name)) = lower(normalize(${name}::text)) and id is distinct from ${except}::uuid), false)`.as(
        'isNameTaken',
      ),
      sql<number>`coalesce(max(position), 0)`.as('lastPosition'),
    ])
    .executeTakeFirstOrThrow()
}

export async function insertShelf(
  db: Db,
  userId: UserId,
  fields: ShelfFields & { position: number },
  at: Date,
): Promise<OwnShelfId> {
  const { id } = await db
    .insertInto('own_shelves')
    .values({ user_id: userId, ...fields, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id as OwnShelfId
}

/** Returns false when the member has no such shelf. */
export async function updateShelf(
  db: Db,
  userId: UserId,
  shelfId: OwnShelfId,
  fields: Partial<ShelfFields>,
): Promise<boolean> {
  // An empty update is no SQL.
  const { numUpdatedRows } = await db
    .updateTable('own_shelves')
    .set({ user_id: userId, ...fields })
    .where('id', '=', shelfId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Numbers these shelves from 0; the others follow in their order. Returns how many of these the member has. */
export async function updateOrder(db: Db, userId: UserId, ids: readonly OwnShelfId[]): Promise<number> {
  const { rows } = await sql<{ isNamed: boolean }>`
    update own_shelves shelf set position = ordered.position
    from (
      select own_shelves.id, named.at is not null as is_named,
        row_number() over (order by named.at nulls last, own_shelves.position, own_shelves.id) - 1 as position
      from own_shelves
      left join unnest(${ids}::uuid[]) with ordinality as named (id, at) on named.id = own_shelves.id
      where own_shelves.user_id = ${userId}
    ) ordered
    where shelf.id = ordered.id
    returning ordered.is_named as "isNamed"`.execute(db)
  return rows.filter(({ isNamed }) => isNamed).length
}

/** Returns false when the member has no such shelf. */
export async function deleteShelf(db: Db, userId: UserId, shelfId: OwnShelfId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('own_shelves')
    .where('id', '=', shelfId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Puts games on a shelf, and returns those that were not on it. */
export async function insertShelfGames(
  db: Db,
  { userId, shelfId, gameIds, at }: { userId: UserId; shelfId: OwnShelfId; gameIds: readonly GameId[]; at: Date },
): Promise<ShelfSnapshot[]> {
  const { rows } = await sql<{ game_id: GameId }>`
    insert into own_shelf_games (shelf_id, user_id, game_id, added_at, position)
    select shelf.id, shelf.user_id, given.game_id, ${at}::timestamptz,
      case when shelf.is_queue then given.at + (
        select coalesce(max(position), 0) from own_shelf_games where shelf_id = shelf.id
      ) end
    from own_shelves shelf, unnest(${gameIds}::text[]) with ordinality as given (game_id, at)
    where shelf.id = ${shelfId} and shelf.user_id = ${userId}
    on conflict (shelf_id, game_id) do nothing
    returning game_id`.execute(db)
  return rows.map(({ game_id }) => ({ shelf_id: shelfId, game_id, added_at: null, position: null }))
}

/** Takes games from a shelf, and returns those that were on it. */
export async function deleteShelfGames(
  db: Db,
  shelfId: OwnShelfId,
  gameIds: readonly GameId[],
): Promise<ShelfSnapshot[]> {
  const { rows } = await sql<ShelfSnapshot>`
    delete from own_shelf_games where shelf_id = ${shelfId} and game_id = any(${gameIds}::text[])
    returning shelf_id, game_id, added_at::text as added_at, position`.execute(db)
  return rows
}

/** A game on a shelf before a bulk change; `added_at` is null if it was not on the shelf. */
export interface ShelfSnapshot {
  shelf_id: OwnShelfId
  game_id: GameId
  added_at: string | null
  position: number | null
}

/** Returns the largest number of shelves on which one of these games is. */
export async function mostShelvesOfGame(db: Db, userId: UserId, gameIds: readonly GameId[]): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    select coalesce(max(shelves), 0) as most from (
      select count(*) as shelves from own_shelf_games
      where user_id = ${userId} and game_id = any(${gameIds}::text[])
      group by game_id
    ) counted`.execute(db)
  return rows[0]?.most ?? 0
}

/**
 * Undoes the bulk change of a shelf that was made at `at`: removes the games that it added, and adds those that it
 * removed. Returns the number of games. A game stays as it is if the member has put it on the shelf again since then, or
 * if its shelf or its entry is deleted.
 */
export async function restoreShelfGames(
  db: Db,
  userId: UserId,
  before: readonly ShelfSnapshot[],
  at: Date,
): Promise<number> {
  const { rows: removed } = await sql`
    delete from own_shelf_games held
    using jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as earlier(shelf_id uuid, game_id text, added_at timestamptz)
    where earlier.added_at is null and held.shelf_id = earlier.shelf_id and held.game_id = earlier.game_id
      and held.added_at = ${at}::timestamptz(3)
    returning held.game_id`.execute(db)
  const { rows: restored } = await sql`
    insert into own_shelf_games (shelf_id, user_id, game_id, added_at, position)
    select shelf.id, entry.user_id, entry.game_id, earlier.added_at, earlier.position
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb)
      as earlier(shelf_id uuid, game_id text, added_at timestamptz, position integer)
    join own_shelves shelf on shelf.id = earlier.shelf_id and shelf.user_id = ${userId}
    join user_games entry on entry.user_id = ${userId} and entry.game_id = earlier.game_id
    where earlier.added_at is not null
    on conflict (shelf_id, game_id) do nothing
    returning game_id`.execute(db)
  return removed.length + restored.length
}

/** Returns the member's queue, and makes it when there is none: a shelf with its name becomes the queue. */
export async function ensureQueue(db: Db, userId: UserId, at: Date): Promise<OwnShelfId> {
  const { rows } = await sql<{ id: OwnShelfId }>`
    with known as (select id from own_shelves where user_id = ${userId} and is_queue),
    made as (
      insert into own_shelves (user_id, name, color, is_queue, position, created_at)
      select ${userId}::uuid, ${QUEUE_NAME}, 'yellow', true, 0, ${at}::timestamptz
      where not exists (select from known)
      on conflict (user_id, lower(name)) do update set is_queue = true
      returning id
    )
    select id from known union all select id from made`.execute(db)
  return rows[0]!.id
}

/** Counts the games of the member's queue that are still to be played. */
export async function countQueue(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${queueOf(userId)}) queued`.execute(db)
  return rows[0]?.total ?? 0
}

/** Lists the first games of the member's queue, with the number of all. */
export async function listQueue(db: Db, userId: UserId, limit: number): Promise<{ game_id: GameId; total: number }[]> {
  const { rows } = await sql<{ game_id: GameId; total: number }>`
    select game_id, count(*) over () as total from (${queueOf(userId)}) queued
    order by position, game_id
    limit ${limit}`.execute(db)
  return rows
}

const queueOf = (userId: UserId) => sql`
  select held.game_id, held.position
  from own_shelves shelf join own_shelf_games held on held.shelf_id = shelf.id
  where shelf.user_id = ${userId} and shelf.is_queue and ${isWanted}`

/** Numbers the games of the member's queue from 1 in this order; hidden games follow in theirs. */
export async function updateQueueOrder(db: Db, userId: UserId, gameIds: readonly GameId[]): Promise<void> {
  await sql`
    update own_shelf_games held set position = ordered.position
    from (
      select held.shelf_id, held.game_id,
        row_number() over (order by named.at nulls last, held.position, held.game_id) as position
      from own_shelves shelf
      join own_shelf_games held on held.shelf_id = shelf.id
      left join unnest(${gameIds}::text[]) with ordinality as named (game_id, at) on named.game_id = held.game_id
      where shelf.user_id = ${userId} and shelf.is_queue
    ) ordered
    where held.shelf_id = ordered.shelf_id and held.game_id = ordered.game_id`.execute(db)
}
