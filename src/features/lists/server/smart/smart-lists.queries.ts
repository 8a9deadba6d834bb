import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, ListId, UserId } from '#shared/ids.ts'
import { GAMES_MAX } from '../../lists.rules.ts'

/** A smart list as it is written: canonical filters, and whether the owner is notified of new games. */
export interface SmartFields {
  filters: string
  tells_of_new: boolean
}

/** Makes a list smart; the owner has seen the games that it has now. */
export async function putSmart(db: Db, listId: ListId, fields: SmartFields, at: Date): Promise<void> {
  await db
    .insertInto('smart_lists')
    .values({ ...fields, list_id: listId, seen_at: at, checked_at: at })
    .execute()
}

/** Changes the filters of a smart list; the owner has seen its games. */
export async function setFilters(db: Db, listId: ListId, filters: string, at: Date): Promise<void> {
  await db
    .updateTable('smart_lists')
    .set({ filters, seen_at: at, checked_at: at })
    .where('list_id', '=', listId)
    .execute()
}

export async function setTells(db: Db, listId: ListId, tells_of_new: boolean): Promise<void> {
  await db.updateTable('smart_lists').set({ tells_of_new }).where('list_id', '=', listId).execute()
}

export interface SmartRow extends SmartFields {
  list_id: ListId
  user_id: UserId
  checked_at: Date
}

/** Finds a smart list of this owner. */
export async function findOwnSmart(db: Db, listId: ListId, userId: UserId): Promise<SmartRow | undefined> {
  const { rows } = await sql<SmartRow>`
    select smart.list_id, list.user_id, smart.filters, smart.tells_of_new, smart.checked_at
    from smart_lists smart join lists list on list.id = smart.list_id
    where smart.list_id = ${listId} and list.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Lists the smart lists whose filters have not been asked since an instant, the longest first. */
export async function listUnchecked(db: Db, since: Date, most: number): Promise<SmartRow[]> {
  const { rows } = await sql<SmartRow>`
    select smart.list_id, list.user_id, smart.filters, smart.tells_of_new, smart.checked_at
    from smart_lists smart join lists list on list.id = smart.list_id
    where smart.checked_at < ${since}
    order by smart.checked_at, smart.list_id
    limit ${most}`.execute(db)
  return rows
}

/** Locks a smart list with these filters. Returns its games in their order; undefined if it is gone or has other filters. */
export async function lockGames(db: Db, { list_id, filters }: SmartRow): Promise<GameId[] | undefined> {
  const { rows } = await sql<{ games: GameId[] }>`
    with locked as materialized (
      select list.id from lists list join smart_lists smart on smart.list_id = list.id
      where list.id = ${list_id} and smart.filters = ${filters}
      for no key update
    )
    select array(select game_id from list_games where list_id = locked.id order by position) as games
    from locked`.execute(db)
  return rows[0]?.games
}

/** Gives a locked list these games in this order. Games that it has already keep the time at which they came. */
export async function replaceGames(db: Db, listId: ListId, games: readonly GameId[], at: Date): Promise<void> {
  await sql`delete from list_games where list_id = ${listId} and game_id <> all(${games}::text[])`.execute(db)
  await sql`
    insert into list_games as place (list_id, game_id, position, added_at)
    select ${listId}::uuid, game_id, position, ${at}
    from unnest(${games}::text[]) with ordinality as given (game_id, position)
    on conflict (list_id, game_id) do update set position = excluded.position
    where place.position <> excluded.position`.execute(db)
  await db.updateTable('lists').set({ games_count: games.length }).where('id', '=', listId).execute()
}

/** Stores that the filters were asked; `hasGrown` says that games came. */
export async function setChecked(db: Db, listId: ListId, at: Date, hasGrown: boolean): Promise<void> {
  await db
    .updateTable('smart_lists')
    .set({ checked_at: at, ...(hasGrown && { grown_at: at }) })
    .where('list_id', '=', listId)
    .execute()
}

export async function setSeen(db: Db, listId: ListId, at: Date): Promise<void> {
  await db.updateTable('smart_lists').set({ seen_at: at }).where('list_id', '=', listId).execute()
}

export interface Growth {
  list_id: ListId
  user_id: UserId
  title: string
  new_games: number
}

/**
 * Counts of these lists the games that their owners do not know. Leaves out a list of which its owner was notified since `quiet`.
 * Of a full list nobody can say which of its games are new.
 */
export async function listGrowth(db: Db, listIds: readonly ListId[], quiet: Date): Promise<Growth[]> {
  const { rows } = await sql<Growth>`
    select list.id as list_id, list.user_id, list.title, fresh.new_games
    from smart_lists smart
    join lists list on list.id = smart.list_id and list.games_count < ${GAMES_MAX}
    cross join lateral (
      select count(*)::int as new_games from list_games
      where list_id = smart.list_id and added_at > greatest(smart.seen_at, smart.told_at)
    ) fresh
    where smart.list_id = any(${listIds}::uuid[]) and smart.tells_of_new and fresh.new_games > 0
      and smart.grown_at > greatest(smart.seen_at, smart.told_at) and (smart.told_at is null or smart.told_at <= ${quiet})
    order by smart.list_id`.execute(db)
  return rows
}

/** Stores that owners are notified. Returns the lists of which no other node has notified them meanwhile. */
export async function setTold(db: Db, listIds: readonly ListId[], at: Date, quiet: Date): Promise<Set<ListId>> {
  const { rows } = await sql<{ list_id: ListId }>`
    update smart_lists set told_at = ${at}
    where list_id = any(${listIds}::uuid[]) and (told_at is null or told_at <= ${quiet})
    returning list_id`.execute(db)
  return new Set(rows.map(({ list_id }) => list_id))
}
