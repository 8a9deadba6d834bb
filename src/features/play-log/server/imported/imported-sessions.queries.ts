import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { idsByGame, setTotals } from '#features/library/server/writing/entry-writing.service.ts'
import type { UserId } from '#shared/ids.ts'
import type { ImportedSession } from '../../imported-sessions.rules.ts'

/** The sessions of an entry, and the total of its hours and its last day, which have them already. */
interface Given {
  game_id: string
  play_time: number
  last_played_at: string | null
  rows: readonly (ImportedSession & { game_id: string; playthrough_id: string })[]
}

/**
 * Inserts play sessions of locked entries, and sets the totals of their hours and their last days: what is left of a total belongs to no
 * session (decision 0035). Returns the ids by game.
 */
export async function insertSessions(
  db: Db,
  userId: UserId,
  entries: readonly Given[],
  at: Date,
): Promise<Map<string, string[]>> {
  const given = entries.flatMap(({ rows }) => rows)
  if (entries.length === 0) return new Map()
  const { rows } = await sql<{ id: string; game_id: string }>`
    insert into play_sessions as made (
      user_id, game_id, playthrough_id, played_on, minutes, note, origin, ended_at, created_at, updated_at
    )
    select ${userId}::uuid, game_id, playthrough_id, played_on, minutes, note, origin, ended_at, ${at}::timestamptz,
      ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as one (
      game_id text, playthrough_id uuid, played_on date, minutes smallint, note text, origin text, ended_at timestamptz
    )
    returning made.id, made.game_id`.execute(db)
  await setTotals(
    db,
    userId,
    entries.map(({ rows: _, ...totals }) => totals),
  )
  return idsByGame(rows)
}

/** Deletes those of these sessions that the member has not changed since, and returns their minutes by game. */
export async function deleteSessions(db: Db, userId: UserId, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ game_id: string; minutes: number }>`
    with gone as (
      delete from play_sessions
      where user_id = ${userId} and id = any(${ids}::uuid[]) and updated_at = created_at
      returning game_id, minutes
    )
    select game_id, sum(minutes)::int as minutes from gone group by game_id`.execute(db)
  return new Map(rows.map(({ game_id, minutes }) => [game_id, minutes]))
}
