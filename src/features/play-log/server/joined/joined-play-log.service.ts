import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { hasGame, renamedGame } from '#features/library/server/writing/entry-writing.service.ts'
import type { UserId } from '#shared/ids.ts'

/** Moves playthroughs, sessions and the timer from one entry to the other, and renames the game in merges that can be undone. */
export async function movePlayLog(db: Db, userId: UserId, from: string, to: string): Promise<void> {
  const isMoved = sql`user_id = ${userId} and game_id = ${from}`
  // One statement, because a session refers to the playthrough and to the entry of one game.
  await sql`
    with runs as (update playthroughs set game_id = ${to} where ${isMoved})
    update play_sessions set game_id = ${to} where ${isMoved}`.execute(db)
  await sql`update play_timers set game_id = ${to} where ${isMoved}`.execute(db)
  await sql`
    update merged_sessions set sessions = ${renamedGame('sessions', from, to)}
    where user_id = ${userId} and ${hasGame('sessions', from)}`.execute(db)
}
