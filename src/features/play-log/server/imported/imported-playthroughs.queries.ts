import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { ImportedPlaythrough } from '../../imported-sessions.rules.ts'
import { NEW_PLAYTHROUGH, type PlaythroughValues } from '../../logged-playthrough.rules.ts'
import { type PlaythroughRow, playthroughColumns } from '../play-sessions/play-sessions.queries.ts'

/** A playthrough with what undo needs. */
export interface ImportedPlaythroughRow extends PlaythroughRow {
  created_at: Date
  updated_at: Date
  has_sessions: boolean
}

export async function listPlaythroughsOf(
  db: Db,
  userId: UserId,
  gameIds: readonly string[],
): Promise<ImportedPlaythroughRow[]> {
  const { rows } = await sql<ImportedPlaythroughRow>`
    select id, game_id, platform, started_on, started_precision, finished_on, finished_precision, finish_level,
      is_replay, is_paused, drop_reason, created_at, updated_at,
      exists (select from play_sessions where playthrough_id = playthroughs.id) as has_sessions
    from playthroughs
    where user_id = ${userId} and game_id = any(${gameIds})
    order by id`.execute(db)
  return rows
}

/** Inserts playthroughs of locked entries, and returns their ids in the same order. */
export async function insertPlaythroughs(
  db: Db,
  userId: UserId,
  playthroughs: readonly ((ImportedPlaythrough | PlaythroughValues) & { game_id: string; key?: unknown })[],
  at: Date,
): Promise<{ id: string; game_id: string }[]> {
  if (playthroughs.length === 0) return []
  const written = { user_id: userId, created_at: at, updated_at: at }
  return db
    .insertInto('playthroughs')
    .values(
      playthroughs.map(({ key: _, ...one }) => ({
        ...playthroughColumns({ ...NEW_PLAYTHROUGH, ...one }),
        ...written,
        game_id: one.game_id,
      })),
    )
    .returning(['id', 'game_id'])
    .execute()
}

/** Deletes playthroughs of locked entries. */
export async function deletePlaythroughs(db: Db, userId: UserId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from playthroughs where user_id = ${userId} and id = any(${ids}::uuid[])`.execute(db)
}

/**
 * Pauses playthroughs of locked entries again that were resumed at an instant, if the member has not gone on with them
 * since.
 */
export async function pauseAgain(
  db: Db,
  userId: UserId,
  resumed: readonly { id: string; since: string }[],
): Promise<void> {
  if (resumed.length === 0) return
  await sql`
    update playthroughs run set is_paused = true
    from jsonb_to_recordset(${JSON.stringify(resumed)}::jsonb) as given (id uuid, since timestamptz)
    where run.user_id = ${userId} and run.id = given.id and run.finish_level = 'unfinished'
      and run.updated_at < given.since
      and not exists (
        select from play_sessions one where one.playthrough_id = run.id and one.created_at >= given.since
      )`.execute(db)
}
