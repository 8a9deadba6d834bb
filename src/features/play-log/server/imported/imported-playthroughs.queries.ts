import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { ImportedPlaythrough } from '../../imported-sessions.rules.ts'
import { NEW_PLAYTHROUGH, type PlaythroughValues } from '../../logged-playthrough.rules.ts'
import { setPlaythroughs } from '../bulk/bulk-playthroughs.queries.ts'
import { type PlaythroughRow, playthroughColumns } from '../play-sessions/play-sessions.queries.ts'
import { placeInTime } from '../play-sessions/run-stars.queries.ts'

/** A playthrough with what undo needs. */
export interface ImportedPlaythroughRow extends PlaythroughRow {
  created_at: Date
  updated_at: Date
  has_sessions: boolean
}

/** Lists the playthroughs of some games, those of each from the oldest. */
export async function listPlaythroughsOf(
  db: Db,
  userId: UserId,
  gameIds: readonly string[],
): Promise<ImportedPlaythroughRow[]> {
  const { rows } = await sql<ImportedPlaythroughRow>`
    select id, game_id, platform, started_on, started_precision, finished_on, finished_precision, finish_level,
      is_replay, is_paused, drop_reason, kind, rating, bookmark, bookmarked_at, created_at, updated_at,
      exists (select from play_sessions where playthrough_id = playthroughs.id) as has_sessions
    from playthroughs
    where user_id = ${userId} and game_id = any(${gameIds})
    order by ${placeInTime('playthroughs')}`.execute(db)
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

/** A playthrough that an import continued, with what undo needs. */
export interface ContinuedRow {
  id: string
  before: ImportedPlaythrough
  after: ImportedPlaythrough
  /** Its last change before the import, and the import's, as ISO texts. */
  changed_at: string
  continued_at: string
}

/** Writes how playthroughs of locked entries went on. Returns them by game, with what undo needs. */
export async function continuePlaythroughs(
  db: Db,
  userId: UserId,
  given: readonly (Pick<ContinuedRow, 'id' | 'before' | 'after'> & { game_id: string })[],
  at: Date,
): Promise<Map<string, ContinuedRow[]>> {
  const done = new Map<string, ContinuedRow[]>()
  if (given.length === 0) return done
  const { rows } = await sql<{ id: string; updated_at: Date }>`
    select id, updated_at from playthroughs
    where user_id = ${userId} and id = any(${given.map(({ id }) => id)}::uuid[])`.execute(db)
  const changedAt = new Map(rows.map(({ id, updated_at }) => [id, updated_at.toISOString()]))
  await setPlaythroughs(
    db,
    userId,
    given.map(({ id, after }) => ({ id, ...columnsOf(after), updated_at: at.toISOString() })),
  )
  for (const { game_id, ...run } of given)
    done.set(game_id, [
      ...(done.get(game_id) ?? []),
      { ...run, changed_at: changedAt.get(run.id) as string, continued_at: at.toISOString() },
    ])
  return done
}

/**
 * Restores continued playthroughs of locked entries that the member has not changed since, and returns their ids. `now` are
 * the playthroughs of these entries.
 */
export async function restoreContinued(
  db: Db,
  userId: UserId,
  continued: readonly ContinuedRow[],
  now: readonly ImportedPlaythroughRow[],
): Promise<ReadonlySet<string>> {
  const changedAt = new Map(now.map(({ id, updated_at }) => [id, updated_at.toISOString()]))
  const unchanged = continued.filter(({ id, continued_at }) => changedAt.get(id) === continued_at)
  await setPlaythroughs(
    db,
    userId,
    unchanged.map(({ id, before, changed_at }) => ({ id, ...columnsOf(before), updated_at: changed_at })),
  )
  return new Set(unchanged.map(({ id }) => id))
}

const columnsOf = ({ key: _, ...run }: ImportedPlaythrough) => playthroughColumns({ ...NEW_PLAYTHROUGH, ...run })
