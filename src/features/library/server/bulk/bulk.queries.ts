import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { type Status, UNDO_LIMIT } from '../../library.rules.ts'

/** An entry before a bulk change. Instants are text, so that they lose no precision. */
export interface EntrySnapshot {
  game_id: string
  status: string
  updated_at: string
  stopped_playing_at: string | null
}

/**
 * Locks the entries of these games in a fixed order until the transaction ends, so that two such calls cannot deadlock.
 */
export async function lockEntries(db: Db, userId: UserId, gameIds: readonly GameId[]): Promise<EntrySnapshot[]> {
  const { rows } = await sql<EntrySnapshot>`
    select game_id, status, updated_at::text as updated_at, stopped_playing_at::text as stopped_playing_at
    from user_games
    where user_id = ${userId} and game_id = any(${gameIds})
    order by game_id
    for update`.execute(db)
  return rows
}

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

/** Stores a bulk change and returns its undo id. Only a member's latest changes are stored. */
export async function storeBulkChange(
  db: Db,
  userId: UserId,
  { status, before, at }: { status: Status; before: readonly EntrySnapshot[]; at: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into library_bulk_changes (user_id, status, before, changed_at)
    values (${userId}, ${status}, ${JSON.stringify(before)}::jsonb, ${at}::timestamptz)
    returning id`.execute(db)
  await sql`
    delete from library_bulk_changes
    where id = any(array(
      select id from library_bulk_changes where user_id = ${userId} order by id desc offset ${UNDO_LIMIT}
    ))`.execute(db)
  return rows[0]!.id
}

/** Deletes and returns a stored change, so that it is undone only once. Returns undefined when it does not exist. */
export async function deleteBulkChange(db: Db, userId: UserId, id: string) {
  return db
    .deleteFrom('library_bulk_changes')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['status', 'before', 'changed_at'])
    .executeTakeFirst()
}

/** Restores the entries that have not changed since the bulk change, and returns how many. */
export async function restoreEntries(
  db: Db,
  userId: UserId,
  before: readonly EntrySnapshot[],
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

export async function deleteEntries(db: Db, userId: UserId, gameIds: readonly GameId[]): Promise<void> {
  for (const table of ['game_progress_history', 'game_achievement_history', 'user_games'] as const)
    await db
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where('game_id', '=', sql<string>`any(${gameIds})`)
      .execute()
}
