import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { restoreTimes } from '#features/library/server/writing/entry-writing.service.ts'
import type { Viewer } from '#server/routes.ts'
import type { UserId } from '#shared/ids.ts'

/** The columns of a playthrough that a bulk change sets. */
export interface PlaythroughColumns {
  id: string
  platform: string | null
  started_on: string | null
  started_precision: string
  finished_on: string | null
  finished_precision: string
  finish_level: string
  is_paused: boolean
  drop_reason: string | null
}

/** A playthrough before a bulk change; `columns` is null if the change has started it. Times are of the latest change. */
export interface PlaythroughSnapshot {
  game_id: string
  id: string
  columns: (PlaythroughColumns & { updated_at: string }) | null
  /** Of the entry. */
  updated_at: string
}

const GIVEN = sql`id uuid, platform text, started_on date, started_precision text, finished_on date,
  finished_precision text, finish_level text, is_paused boolean, drop_reason text, updated_at timestamptz`

/** Sets playthroughs of locked entries, each with its time of change, and returns their games. */
export async function setPlaythroughs(
  db: Db,
  userId: UserId,
  playthroughs: readonly (PlaythroughColumns & { updated_at: string })[],
  { unchangedSince = null }: { unchangedSince?: Date | null } = {},
): Promise<string[]> {
  if (playthroughs.length === 0) return []
  const { rows } = await sql<{ game_id: string }>`
    update playthroughs run
    set platform = given.platform, started_on = given.started_on, started_precision = given.started_precision,
      finished_on = given.finished_on, finished_precision = given.finished_precision,
      finish_level = given.finish_level, is_paused = given.is_paused, drop_reason = given.drop_reason,
      updated_at = given.updated_at
    from jsonb_to_recordset(${JSON.stringify(playthroughs)}::jsonb) as given(${GIVEN})
    where run.user_id = ${userId} and run.id = given.id
      and (${unchangedSince}::timestamptz(3) is null or run.updated_at = ${unchangedSince}::timestamptz(3))
    returning run.game_id`.execute(db)
  return rows.map(({ game_id }) => game_id)
}

/**
 * Undoes the bulk change of playthroughs that was made at `at`, and returns in how many games. Playthroughs that have
 * changed since stay as they are, and those with sessions that the change had started.
 */
export async function restorePlaythroughs(
  db: Db,
  viewer: Viewer,
  before: readonly PlaythroughSnapshot[],
  at: Date,
): Promise<number> {
  const started = before.filter(({ columns }) => columns === null).map(({ id }) => id)
  const { rows: removed } = await sql<{ game_id: string }>`
    delete from playthroughs run
    where run.user_id = ${viewer.id} and run.id = any(${started}::uuid[]) and run.updated_at = ${at}::timestamptz(3)
      and not exists (select from play_sessions where playthrough_id = run.id)
    returning run.game_id`.execute(db)
  const changed = before.flatMap(({ columns }) => columns ?? [])
  const restored = await setPlaythroughs(db, viewer.id, changed, { unchangedSince: at })
  const games = new Set([...removed.map(({ game_id }) => game_id), ...restored])
  const entries = before.filter(({ game_id }) => games.has(game_id))
  await restoreTimes(db, viewer.id, entries, at)
  return entries.length
}
