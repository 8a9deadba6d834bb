import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { type Status, UNDO_LIMIT } from '../../library.rules.ts'
import type { EntryState } from '../entries/entries.queries.ts'
import { hasOwnParts } from '../library.queries.ts'

export async function setStatuses(
  db: Db,
  userId: UserId,
  gameIds: readonly string[],
  { status, at }: { status: Status; at: Date },
): Promise<void> {
  await db
    .updateTable('user_games')
    .set({ status, updated_at: at })
    .where('user_id', '=', userId)
    .where('game_id', '=', sql<string>`any(${gameIds})`)
    .execute()
}

/** Inserts entries of these games that the library does not have, and returns their games. */
export async function insertEntries(
  db: Db,
  userId: UserId,
  gameIds: readonly GameId[],
  { status, at }: { status: Status; at: Date },
): Promise<GameId[]> {
  // In a fixed order, so that two such calls cannot deadlock.
  const { rows } = await sql<{ game_id: GameId }>`
    insert into user_games (user_id, game_id, status, created_at, updated_at)
    select ${userId}::uuid, game_id, ${status}, ${at}::timestamptz, ${at}::timestamptz
    from unnest(${gameIds}::text[]) as given (game_id)
    order by game_id
    on conflict (user_id, game_id) do nothing
    returning game_id`.execute(db)
  return rows.map(({ game_id }) => game_id)
}

/** Locks and lists those of these entries that are as a bulk addition at `at` has made them. */
export async function lockUntouchedEntries(
  db: Db,
  userId: UserId,
  gameIds: readonly GameId[],
  { status, at }: { status: string; at: Date },
): Promise<GameId[]> {
  const { rows } = await sql<{ game_id: GameId }>`
    select entry.game_id from user_games entry
    where entry.user_id = ${userId} and entry.game_id = any(${gameIds})
      and entry.status = ${status} and entry.created_at = ${at}::timestamptz(3) and entry.updated_at = ${at}::timestamptz(3)
      and entry.play_time = 0 and not ${hasOwnParts}
      and not exists (select from playthroughs where user_id = entry.user_id and game_id = entry.game_id)
    order by entry.game_id
    for update of entry`.execute(db)
  return rows.map(({ game_id }) => game_id)
}

export type BulkKind = 'status' | 'addition' | 'shelf' | 'rating' | 'playthroughs'

/** Stores a bulk change and returns its undo id. Only a member's latest changes are stored. */
export async function storeBulkChange(
  db: Db,
  userId: UserId,
  change: { kind: BulkKind; status?: Status; before: readonly object[]; at: Date },
): Promise<string> {
  const { kind, status = null, before, at } = change
  const { rows } = await sql<{ id: string }>`
    insert into library_bulk_changes (user_id, kind, status, before, changed_at)
    values (${userId}, ${kind}, ${status}, ${JSON.stringify(before)}::jsonb, ${at}::timestamptz)
    returning id`.execute(db)
  await sql`
    delete from library_bulk_changes
    where id = any(array(
      select id from library_bulk_changes where user_id = ${userId} order by id desc offset ${UNDO_LIMIT}
    ))`.execute(db)
  return rows[0]!.id
}

/** Deletes and returns a stored change, so that it is undone only once. Returns undefined when it does not exist. */
export async function deleteBulkChange(db: Db, userId: UserId, kinds: readonly BulkKind[], id: string) {
  return db
    .deleteFrom('library_bulk_changes')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('kind', 'in', kinds)
    .returning(['kind', 'status', 'before', 'changed_at'])
    .executeTakeFirst()
}

/** Restores the entries that have not changed since the bulk change, and returns how many. */
export async function restoreEntries(
  db: Db,
  userId: UserId,
  before: readonly EntryState[],
  { status, at }: { status: string; at: Date },
): Promise<number> {
  const { rows } = await sql<{ game_id: string }>`
    update user_games
    set status = earlier.status, updated_at = earlier.updated_at,
      -- That the change had completed it for the first time goes with the change.
      first_completed_at = nullif(first_completed_at, ${at}::timestamptz(3))
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb)
      as earlier(game_id text, status text, updated_at timestamptz)
    where user_games.user_id = ${userId} and user_games.game_id = earlier.game_id
      and user_games.status = ${status} and user_games.updated_at = ${at}::timestamptz(3)
    returning user_games.game_id`.execute(db)
  // A separate statement, because the trigger on the status update sets the time again.
  await sql`
    update user_games set stopped_playing_at = earlier.stopped_playing_at
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb)
      as earlier(game_id text, stopped_playing_at timestamptz)
    where user_games.user_id = ${userId} and user_games.game_id = earlier.game_id
      and user_games.game_id = any(${rows.map(({ game_id }) => game_id)})`.execute(db)
  return rows.length
}

export async function setRatings(
  db: Db,
  userId: UserId,
  gameIds: readonly string[],
  { rating, at }: { rating: number | null; at: Date },
): Promise<void> {
  await db
    .updateTable('user_games')
    .set({ user_rating: rating, updated_at: at })
    .where('user_id', '=', userId)
    .where('game_id', '=', sql<string>`any(${gameIds})`)
    .execute()
}

/** An entry before a bulk rating, and the rating that it got. */
export interface RatingSnapshot {
  game_id: string
  updated_at: string
  user_rating: number | null
  given: number | null
}

/** Restores the ratings of the entries that have not changed since the bulk change, and returns their games. */
export async function restoreRatings(
  db: Db,
  userId: UserId,
  before: readonly RatingSnapshot[],
  at: Date,
): Promise<GameId[]> {
  const { rows } = await sql<{ game_id: GameId }>`
    update user_games
    set user_rating = earlier.user_rating, updated_at = earlier.updated_at
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb)
      as earlier(game_id text, user_rating integer, given integer, updated_at timestamptz)
    where user_games.user_id = ${userId} and user_games.game_id = earlier.game_id
      and user_games.user_rating is not distinct from earlier.given and user_games.updated_at = ${at}::timestamptz(3)
    returning user_games.game_id`.execute(db)
  return rows.map(({ game_id }) => game_id)
}

/** Restores the time of the latest change of entries that have not changed since `at`. */
export async function restoreTimes(
  db: Db,
  userId: UserId,
  before: readonly { game_id: string; updated_at: string }[],
  at: Date,
): Promise<void> {
  await sql`
    update user_games set updated_at = earlier.updated_at
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as earlier(game_id text, updated_at timestamptz)
    where user_games.user_id = ${userId} and user_games.game_id = earlier.game_id
      and user_games.updated_at = ${at}::timestamptz(3)`.execute(db)
}

/** Sets the time of the latest change of entries. */
export async function touchEntries(db: Db, userId: UserId, gameIds: readonly string[], at: Date): Promise<void> {
  await db
    .updateTable('user_games')
    .set({ updated_at: at })
    .where('user_id', '=', userId)
    .where('game_id', '=', sql<string>`any(${gameIds})`)
    .execute()
}
