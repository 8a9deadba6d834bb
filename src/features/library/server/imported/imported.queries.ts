import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isTaken, type Moved } from '#features/catalogue/server/catalogue.service.ts'
import type { UserId } from '#shared/ids.ts'
import type { EntrySnapshot } from '../../imported-undo.rules.ts'
import type { Status } from '../../library.rules.ts'
import { hasOwnParts } from '../library.queries.ts'

/** An entry with what undo needs. Instants are ISO texts, as in the stored changes. */
export interface SnapshotRow extends EntrySnapshot {
  id: string
  game_id: string
  session_minutes: number
  completion_before: number | null
  last_session_at: string | null
}

/** Returns what an undo needs to know of an entry. */
export const snapshotOf = (row: SnapshotRow): EntrySnapshot => ({
  status: row.status,
  user_rating: row.user_rating,
  is_liked: row.is_liked,
  play_time: row.play_time,
  completion_percentage: row.completion_percentage,
  last_played_at: row.last_played_at,
  notes: row.notes,
  undated_hours: row.undated_hours,
  undated_played_at: row.undated_played_at,
  stopped_playing_at: row.stopped_playing_at,
  first_completed_at: row.first_completed_at,
  updated_at: row.updated_at,
})

const iso = (column: string) =>
  sql`to_char(entry.${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.ref(column)}`

const SNAPSHOT = sql.join([
  ...['id', 'game_id', 'status', 'user_rating', 'is_liked', 'notes', 'session_minutes'].map((column) =>
    sql.ref(`entry.${column}`),
  ),
  sql`entry.play_time, entry.undated_hours, entry.completion_percentage, entry.completion_before`,
  ...['last_played_at', 'undated_played_at', 'last_session_at', 'stopped_playing_at', 'first_completed_at'].map(iso),
  iso('updated_at'),
])

/** Reads entries of these games. With `isLocked` it locks them in one order until the transaction ends. */
export async function listSnapshots(
  db: Db,
  userId: UserId,
  gameIds: readonly string[],
  { isLocked }: { isLocked: boolean },
): Promise<SnapshotRow[]> {
  const { rows } = await sql<SnapshotRow>`
    select ${SNAPSHOT} from user_games entry
    where entry.user_id = ${userId} and entry.game_id = any(${gameIds})
    order by entry.game_id ${isLocked ? sql`for update` : sql``}`.execute(db)
  return rows
}

/** Reads the entries of the game that stays of those who have both games of a merge. */
export async function listStaying(db: Db, merge: Moved): Promise<(SnapshotRow & { user_id: UserId })[]> {
  const { rows } = await sql<SnapshotRow & { user_id: UserId }>`
    select entry.user_id, ${SNAPSHOT}
    from user_games gone join user_games entry on entry.user_id = gone.user_id and entry.game_id = ${merge.to}
    where gone.game_id = ${merge.from} and ${isTaken(merge, 'gone.user_id')}
    order by entry.user_id`.execute(db)
  return rows
}

/** The fields of an entry that a write sets. */
interface WrittenEntry {
  game_id: string
  status: string
  user_rating: number | null
  is_liked: boolean
  notes: string | null
  play_time: number
  completion_percentage: number
  last_played_at: string | null
  /** When the game was completed according to the file. */
  completed_at: string | null
}

const WRITTEN = sql`
  game_id text, status text, user_rating smallint, is_liked boolean, notes text, play_time numeric,
  completion_percentage numeric, last_played_at timestamptz, completed_at timestamptz`

/**
 * When an imported game was completed for the first time: on the day of the file, else at an unknown time, for which the
 * beginning of the account stands. The import itself completes no game.
 */
const firstCompleted = (userId: UserId) => sql`
  case when given.status = 'completed' then
    coalesce(given.completed_at, (select created_at from profiles where id = ${userId}::uuid))
  end`

/** Inserts entries, and returns those that the library did not have. */
export async function insertImported(
  db: Db,
  userId: UserId,
  entries: readonly (WrittenEntry & { created_at: string })[],
  at: Date,
): Promise<SnapshotRow[]> {
  const { rows } = await sql<SnapshotRow>`
    insert into user_games as entry (
      user_id, game_id, status, user_rating, is_liked, notes, play_time, completion_percentage, last_played_at,
      created_at, updated_at, first_completed_at
    )
    select ${userId}::uuid, game_id, status, user_rating, is_liked, notes, play_time, completion_percentage,
      last_played_at, created_at, ${at}::timestamptz, ${firstCompleted(userId)}
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as given(${WRITTEN}, created_at timestamptz)
    order by game_id
    on conflict (user_id, game_id) do nothing
    returning ${SNAPSHOT}`.execute(db)
  return rows
}

/** Updates locked entries, and returns them. */
export async function updateImported(
  db: Db,
  userId: UserId,
  entries: readonly WrittenEntry[],
  at: Date,
): Promise<SnapshotRow[]> {
  const { rows } = await sql<SnapshotRow>`
    update user_games entry
    set status = given.status, user_rating = given.user_rating, is_liked = given.is_liked, notes = given.notes,
      play_time = given.play_time, completion_percentage = given.completion_percentage,
      last_played_at = given.last_played_at, updated_at = ${at}::timestamptz,
      first_completed_at = coalesce(entry.first_completed_at, ${firstCompleted(userId)})
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as given(${WRITTEN})
    where entry.user_id = ${userId} and entry.game_id = given.game_id
    returning ${SNAPSHOT}`.execute(db)
  return rows
}

/** Adds a point to the history of these entries, never before their newest one. Returns the ids by game. */
export async function insertHistory(
  db: Db,
  userId: UserId,
  gameIds: readonly string[],
  at: Date,
): Promise<{ id: string; game_id: string }[]> {
  if (gameIds.length === 0) return []
  const { rows } = await sql<{ id: string; game_id: string }>`
    insert into game_progress_history (user_id, game_id, play_time, completion_percentage, created_at)
    select entry.user_id, entry.game_id, entry.play_time, entry.completion_percentage,
      greatest(${at}::timestamptz, newest.created_at)
    from user_games entry
    left join lateral (
      select created_at, play_time, completion_percentage from game_progress_history point
      where point.user_id = entry.user_id and point.game_id = entry.game_id
      order by created_at desc, id desc limit 1
    ) newest on true
    where entry.user_id = ${userId} and entry.game_id = any(${gameIds})
      and (coalesce(newest.play_time, 0), coalesce(newest.completion_percentage, 0))
        is distinct from (entry.play_time, entry.completion_percentage)
    returning id, game_id`.execute(db)
  return rows
}

export async function deleteHistory(db: Db, userId: UserId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from game_progress_history where user_id = ${userId} and id = any(${ids}::uuid[])`.execute(db)
}

/** Lists those of these entries to which members have added something that is in other tables. */
export async function listUsedEntries(db: Db, userId: UserId, gameIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ game_id: string }>`
    select entry.game_id from user_games entry
    where entry.user_id = ${userId} and entry.game_id = any(${gameIds}) and (
      entry.achievements_completed > 0
      or exists (select from play_sessions one where one.user_id = entry.user_id and one.game_id = entry.game_id)
      or exists (select from user_achievements one where one.user_id = entry.user_id and one.game_id = entry.game_id)
      or ${hasOwnParts}
    )`.execute(db)
  return rows.map(({ game_id }) => game_id)
}

/** Restores fields of locked entries. */
export async function restoreImported(
  db: Db,
  userId: UserId,
  entries: readonly (EntrySnapshot & { game_id: string })[],
): Promise<void> {
  if (entries.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)`
  await sql`
    update user_games entry
    set status = given.status, user_rating = given.user_rating, is_liked = given.is_liked, notes = given.notes,
      play_time = given.play_time, completion_percentage = given.completion_percentage,
      last_played_at = given.last_played_at, updated_at = given.updated_at,
      first_completed_at = given.first_completed_at
    from ${given} as given(${WRITTEN}, updated_at timestamptz, first_completed_at timestamptz)
    where entry.user_id = ${userId} and entry.game_id = given.game_id`.execute(db)
  // A separate statement, because the trigger on a change of the status sets the time itself.
  await sql`
    update user_games entry set stopped_playing_at = given.stopped_playing_at
    from ${given} as given(game_id text, stopped_playing_at timestamptz)
    where entry.user_id = ${userId} and entry.game_id = given.game_id`.execute(db)
}

/** Sets the status of locked entries, and adds hours that have no day. */
export async function raiseEntries(
  db: Db,
  userId: UserId,
  entries: readonly { game_id: string; status: Status; undated: number }[],
  at: Date,
): Promise<void> {
  await sql`
    update user_games entry
    set status = given.status, play_time = entry.play_time + given.undated, updated_at = ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as given (game_id text, status text, undated numeric)
    where entry.user_id = ${userId} and entry.game_id = given.game_id`.execute(db)
}

/** Sets the totals of the hours of locked entries and their last days, after their play sessions were written. */
export async function setTotals(
  db: Db,
  userId: UserId,
  entries: readonly { game_id: string; play_time: number; last_played_at: string | null }[],
): Promise<void> {
  await sql`
    update user_games entry set play_time = one.play_time, last_played_at = one.last_played_at
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as one (game_id text, play_time numeric, last_played_at timestamptz)
    where entry.user_id = ${userId} and entry.game_id = one.game_id
      and (entry.play_time, entry.last_played_at) is distinct from (one.play_time, one.last_played_at)`.execute(db)
}
