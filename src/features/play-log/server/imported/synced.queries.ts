import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { DatedMinutes } from '../../synced.rules.ts'

interface SyncedSession extends DatedMinutes {
  game_id: string
  playthrough_id: string
  ended_at: Date
}

/** Inserts the play sessions of a sync into locked entries, and returns their ids. */
export async function insertSyncedSessions(
  db: Db,
  userId: UserId,
  sessions: readonly SyncedSession[],
  at: Date,
): Promise<{ id: string; game_id: string }[]> {
  const written = { user_id: userId, note: null, origin: 'steam', created_at: at, updated_at: at }
  return db
    .insertInto('play_sessions')
    .values(sessions.map((one) => ({ ...one, ...written })))
    .returning(['id', 'game_id'])
    .execute()
}

/** Ends the pause of playthroughs of locked entries. */
export async function resumePlaythroughs(db: Db, userId: UserId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update playthroughs set is_paused = false where user_id = ${userId} and id = any(${ids}::uuid[])`.execute(db)
}
