import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { UNDO_LIMIT } from '#features/library/library.rules.ts'
import { type EntryKey, restoreTimes } from '#features/library/server/writing/entry-writing.service.ts'

export interface Merge {
  session_id: string
  sessions: unknown
  entry_updated_at: Date
  merged_at: Date
}

/** Stores these sessions and their entry before a merge, and returns the undo id. */
export async function storeMergedSessions(
  db: Db,
  { userId, gameId }: EntryKey,
  ids: readonly string[],
  { target, at }: { target: string; at: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into merged_sessions (user_id, session_id, sessions, entry_updated_at, merged_at)
    select entry.user_id, ${target}, jsonb_agg(to_jsonb(play_sessions)), entry.updated_at, ${at}::timestamptz
    from play_sessions join user_games entry using (user_id, game_id)
    where user_id = ${userId} and game_id = ${gameId} and play_sessions.id = any(${ids}::uuid[])
    group by entry.id
    returning id`.execute(db)
  await sql`
    delete from merged_sessions
    where user_id = ${userId}
      and id = any(array(select id from merged_sessions where user_id = ${userId} order by id desc offset ${UNDO_LIMIT}))
  `.execute(db)
  return rows[0]!.id
}

/**
 * Deletes and returns a stored merge, so that it is undone only once. Returns undefined when it does not exist or
 * belongs to another entry.
 */
export function deleteStoredMerge(db: Db, { userId, gameId }: EntryKey, id: string): Promise<Merge | undefined> {
  return db
    .deleteFrom('merged_sessions')
    .using('play_sessions')
    .whereRef('play_sessions.id', '=', 'merged_sessions.session_id')
    .where('play_sessions.game_id', '=', gameId)
    .where('merged_sessions.user_id', '=', userId)
    .where('merged_sessions.id', '=', id)
    .returning(['session_id', 'sessions', 'entry_updated_at', 'merged_at'])
    .executeTakeFirst()
}

// Named columns: a column that a later version adds gets its default in rows that were stored before.
const COLUMNS = sql`
  id, user_id, game_id, playthrough_id, played_on, minutes, note, origin, ended_at, created_at, updated_at`

/** Restores merged sessions. Returns false, and writes nothing, when the merged session was changed since. */
export async function restoreMergedSessions(db: Db, { userId, gameId }: EntryKey, merge: Merge): Promise<boolean> {
  const { session_id, entry_updated_at, merged_at } = merge
  const before = sql`jsonb_populate_recordset(null::play_sessions, ${JSON.stringify(merge.sessions)}::jsonb)`
  // One statement, as for the merge, so that no trigger sees a sum in between.
  const { rows } = await sql`
    with changed as (
      update play_sessions one
      set played_on = earlier.played_on, minutes = earlier.minutes, note = earlier.note, ended_at = earlier.ended_at,
        updated_at = earlier.updated_at
      from ${before} earlier
      where one.id = ${session_id} and earlier.id = one.id and one.updated_at = ${merged_at}::timestamptz(3)
      returning one.id
    ), others as (
      insert into play_sessions (${COLUMNS})
      select ${COLUMNS} from ${before} earlier where id <> ${session_id} and exists (select from changed)
    )
    select id from changed`.execute(db)
  if (rows.length === 0) return false
  await restoreTimes(db, userId, [{ game_id: gameId, updated_at: entry_updated_at.toISOString() }], merged_at)
  return true
}
