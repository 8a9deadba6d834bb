import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { ImportedPoint } from '../../imported-history.rules.ts'
import { idsByGame } from './ids-by-game.ts'

/** Lists those of these games that have a history. */
export async function listWithHistory(db: Db, userId: UserId, gameIds: readonly string[]): Promise<string[]> {
  if (gameIds.length === 0) return []
  const { rows } = await sql<{ game_id: string }>`
    select game_id from unnest(${gameIds}::text[]) as given (game_id)
    where exists (
      select from game_progress_history point where point.user_id = ${userId} and point.game_id = given.game_id
    )`.execute(db)
  return rows.map(({ game_id }) => game_id)
}

/** Inserts points into the histories of locked entries that have none, and returns their ids by game. */
export async function insertPoints(
  db: Db,
  userId: UserId,
  points: readonly (ImportedPoint & { game_id: string })[],
): Promise<Map<string, string[]>> {
  if (points.length === 0) return new Map()
  const { rows } = await sql<{ id: string; game_id: string }>`
    insert into game_progress_history as made (user_id, game_id, play_time, completion_percentage, created_at)
    select ${userId}::uuid, game_id, play_time, completion_percentage, at
    from jsonb_to_recordset(${JSON.stringify(points)}::jsonb)
      as one (game_id text, play_time numeric, completion_percentage numeric, at timestamptz)
    returning made.id, made.game_id`.execute(db)
  // A trigger has taken the sessions of today for those of that time. The rows come back in the order of the points.
  const undated = rows.map(({ id }, n) => ({ id, undated_hours: points[n]?.undated_hours ?? 0 }))
  await sql`
    update game_progress_history point set undated_hours = one.undated_hours
    from jsonb_to_recordset(${JSON.stringify(undated)}::jsonb) as one (id uuid, undated_hours numeric)
    where point.id = one.id and point.undated_hours <> one.undated_hours`.execute(db)
  return idsByGame(rows)
}
