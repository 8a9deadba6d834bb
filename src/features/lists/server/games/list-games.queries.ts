import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, ListId, UserId } from '#shared/ids.ts'
import type { Part } from '../lists.queries.ts'

export interface ListGameRow {
  game_id: GameId
  position: number
  note: string | null
  added_at: Date
}

/** Lists the games behind a position, in their order. */
export async function listGames(db: Db, listId: ListId, { limit, offset }: Part): Promise<ListGameRow[]> {
  const { rows } = await sql<ListGameRow>`
    select game_id, position, note, added_at from list_games
    where list_id = ${listId} and position > ${offset} and position <= ${offset + limit}
    order by position`.execute(db)
  return rows
}

/** Lists the games that came last, those that came together in the order of the list. */
export async function listNewest(db: Db, listId: ListId, limit: number): Promise<ListGameRow[]> {
  const { rows } = await sql<ListGameRow>`
    select game_id, position, note, added_at from list_games
    where list_id = ${listId}
    order by added_at desc, position
    limit ${limit}`.execute(db)
  return rows
}

/** A place in a list of games: after this game, which had this position. */
export interface AfterGame {
  gameId: GameId
  position: number
}

/**
 * Lists the games after a place in their order. Games that came or went before the place have moved the rest, so the game
 * itself says where the reader is; without it, the next one has its position.
 */
export async function listGamesAfter(
  db: Db,
  listId: ListId,
  { after, limit }: { after: AfterGame | null; limit: number },
): Promise<ListGameRow[]> {
  const place = after
    ? sql`coalesce(
        (select position from list_games where list_id = ${listId} and game_id = ${after.gameId}), ${after.position - 1}::int)`
    : sql`0`
  const { rows } = await sql<ListGameRow>`
    select game_id, position, note, added_at from list_games
    where list_id = ${listId} and position > ${place}
    order by position
    limit ${limit}`.execute(db)
  return rows
}

export async function findGame(db: Db, listId: ListId, gameId: GameId): Promise<ListGameRow | undefined> {
  const { rows } = await sql<ListGameRow>`
    select game_id, position, note, added_at from list_games
    where list_id = ${listId} and game_id = ${gameId}`.execute(db)
  return rows[0]
}

/** Counts of each list the games that the member completed, plays or dropped (C03); a list without any is left out. */
export async function countPlayed(
  db: Db,
  listIds: readonly ListId[],
  userId: UserId,
): Promise<ReadonlyMap<ListId, number>> {
  if (listIds.length === 0) return new Map()
  const { rows } = await sql<{ list_id: ListId; played: number }>`
    select place.list_id, count(*)::int as played
    from list_games place
    join user_games entry on entry.game_id = place.game_id and entry.user_id = ${userId}
    where place.list_id = any(${listIds}::uuid[]) and entry.status <> 'want_to_play'
    group by place.list_id`.execute(db)
  return new Map(rows.map(({ list_id, played }) => [list_id, played]))
}

/** Inserts a game at a position and shifts the games from there on down by one. */
export async function insertGame(
  db: Db,
  id: ListId,
  game: { gameId: GameId; note: string | null; position: number },
  at: Date,
): Promise<void> {
  await sql`
    update list_games set position = position + 1
    where list_id = ${id} and position >= ${game.position}`.execute(db)
  await db
    .insertInto('list_games')
    .values({ list_id: id, game_id: game.gameId, position: game.position, note: game.note, added_at: at })
    .execute()
}

export async function updateNote(db: Db, id: ListId, gameId: GameId, note: string | null): Promise<void> {
  await db.updateTable('list_games').set({ note }).where('list_id', '=', id).where('game_id', '=', gameId).execute()
}

/** Removes a game and shifts the games behind it up by one. Returns false if the list does not contain it. */
export async function deleteGame(db: Db, id: ListId, gameId: GameId): Promise<boolean> {
  const { rows } = await sql<{ position: number }>`
    delete from list_games where list_id = ${id} and game_id = ${gameId} returning position`.execute(db)
  const [gone] = rows
  if (!gone) return false
  await sql`
    update list_games set position = position - 1
    where list_id = ${id} and position > ${gone.position}`.execute(db)
  return true
}

/** Moves a game from one position to another and shifts the games in between by one. */
export async function moveGame(db: Db, id: ListId, gameId: GameId, from: number, to: number): Promise<void> {
  const step = Math.sign(from - to)
  await sql`
    update list_games
    set position = case when game_id = ${gameId} then ${to}::int else position + ${step}::int end
    where list_id = ${id} and position between ${Math.min(from, to)} and ${Math.max(from, to)}`.execute(db)
}
