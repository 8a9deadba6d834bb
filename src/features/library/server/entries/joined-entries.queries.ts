import { sql } from 'kysely'
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

/**
 * Moves playthroughs, sessions, the timer, copies and the places on shelves from one entry to the other, and renames the game in
 * what is stored for an undo. A shelf that has both games keeps the place of the other one.
 */
export async function moveParts(db: Db, userId: UserId, from: string, to: string): Promise<void> {
  const isMoved = sql`user_id = ${userId} and game_id = ${from}`
  // One statement, because a session refers to the playthrough and to the entry of one game.
  await sql`
    with runs as (update playthroughs set game_id = ${to} where ${isMoved})
    update play_sessions set game_id = ${to} where ${isMoved}`.execute(db)
  for (const table of ['play_timers', 'game_copies'])
    await sql`update ${sql.table(table)} set game_id = ${to} where ${isMoved}`.execute(db)
  await sql`
    update own_shelf_games place set game_id = ${to} where ${isMoved} and not exists (
      select from own_shelf_games other where other.shelf_id = place.shelf_id and other.game_id = ${to}
    )`.execute(db)
  await renameIn(db, userId, { table: 'library_bulk_changes', column: 'before' }, { from, to })
  await renameIn(db, userId, { table: 'merged_sessions', column: 'sessions' }, { from, to })
}

/** Renames a game in the rows that a column of a member's rows has as JSON. */
async function renameIn(
  db: Db,
  userId: UserId,
  { table, column }: { table: string; column: string },
  { from, to }: { from: string; to: string },
) {
  const rows = sql.ref(column)
  await sql`
    update ${sql.table(table)} set ${rows} = (
      select jsonb_agg(
        case when one.value ->> 'game_id' = ${from}
          then one.value || jsonb_build_object('game_id', ${to}::text) else one.value end
        order by one.ordinality
      )
      from jsonb_array_elements(${rows}) with ordinality one
    )
    where user_id = ${userId} and ${rows} @> jsonb_build_array(jsonb_build_object('game_id', ${from}::text))`.execute(
    db,
  )
}

/** Moves the history of hours and achievements to a game that had none. */
export async function moveHistories(db: Db, userId: UserId, from: string, to: string): Promise<void> {
  for (const table of ['game_progress_history', 'game_achievement_history'] as const)
    await db.updateTable(table).set({ game_id: to }).where('user_id', '=', userId).where('game_id', '=', from).execute()
}
