import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'

/** Inserts an entry of another game with the values of this one, without its sessions. Returns its id. */
export async function copyEntry(db: Db, userId: UserId, from: string, to: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into user_games (
      user_id, game_id, status, user_rating, is_liked, notes, play_time, completion_percentage, achievements_completed,
      last_played_at, created_at, updated_at
    )
    select user_id, ${to}, status, user_rating, is_liked, notes, greatest(undated_hours, 0), completion_percentage,
      achievements_completed, undated_played_at, created_at, updated_at
    from user_games where user_id = ${userId} and game_id = ${from}
    returning id`.execute(db)
  return rows[0]!.id
}

/** Renames a game in the bulk changes that are stored for an undo. */
export async function renameInBulkChanges(db: Db, userId: UserId, from: string, to: string): Promise<void> {
  await sql`
    update library_bulk_changes set before = ${renamedGame('before', from, to)}
    where user_id = ${userId} and ${hasGame('before', from)}`.execute(db)
}

/** Returns the value of a column with rows as JSON, in which a game has another id. */
export const renamedGame = (column: string, from: string, to: string): RawBuilder<unknown> => sql`(
  select jsonb_agg(
    case when one.value ->> 'game_id' = ${from}
      then one.value || jsonb_build_object('game_id', ${to}::text) else one.value end
    order by one.ordinality
  )
  from jsonb_array_elements(${sql.ref(column)}) with ordinality one
)`

/** Whether a column with rows as JSON has a game. */
export const hasGame = (column: string, gameId: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} @> jsonb_build_array(jsonb_build_object('game_id', ${gameId}::text))`

/** Moves the history of hours and achievements to a game that had none. */
export async function moveHistories(db: Db, userId: UserId, from: string, to: string): Promise<void> {
  for (const table of ['game_progress_history', 'game_achievement_history'] as const)
    await db.updateTable(table).set({ game_id: to }).where('user_id', '=', userId).where('game_id', '=', from).execute()
}
