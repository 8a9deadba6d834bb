import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { type Status, UNDO_KEPT } from '../../library.rules.ts'

/** An entry as it was before a change of many. Instants as text, so that no digit of them is lost. */
export interface EntrySnapshot {
  game_id: string
  status: string
  updated_at: string
  stopped_playing_at: string | null
}

/** The entries of these games, locked in one order until the transaction ends: two such calls cannot wait for each other. */
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

/** Answers with the id that takes it back; of a member's changes the latest are kept. */
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
      select id from library_bulk_changes where user_id = ${userId} order by id desc offset ${UNDO_KEPT}
    ))`.execute(db)
  return rows[0]!.id
}

/** Takes the kept change out, so that it is taken back once; undefined when it is not there. */
export async function deleteBulkChange(db: Db, userId: UserId, id: string) {
  return db
    .deleteFrom('library_bulk_changes')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['status', 'before', 'changed_at'])
    .executeTakeFirst()
}

/** Puts back what is still as the change has left it; answers with how many. */
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
  // Apart from the status, with which the database notes the moment anew.
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
