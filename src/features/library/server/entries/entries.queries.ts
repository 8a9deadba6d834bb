import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'

/** An entry before a change of several. Instants are text, so that they lose no precision. */
export interface EntryState {
  game_id: string
  status: string
  updated_at: string
  stopped_playing_at: string | null
  user_rating: number | null
}

/**
 * Locks the entries of these games in a fixed order until the transaction ends, so that two such calls cannot deadlock.
 */
export async function lockEntries(db: Db, userId: UserId, gameIds: readonly GameId[]): Promise<EntryState[]> {
  const { rows } = await sql<EntryState>`
    select game_id, status, updated_at::text as updated_at, stopped_playing_at::text as stopped_playing_at,
      user_rating
    from user_games
    where user_id = ${userId} and game_id = any(${gameIds})
    order by game_id
    for update`.execute(db)
  return rows
}

/** Deletes entries with their histories. */
export async function deleteEntries(db: Db, userId: UserId, gameIds: readonly GameId[]): Promise<void> {
  for (const table of ['game_progress_history', 'game_achievement_history', 'user_games'] as const)
    await db
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where('game_id', '=', sql<string>`any(${gameIds})`)
      .execute()
}
