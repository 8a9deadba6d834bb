import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Pause } from '../../steam-sync.rules.ts'

/** What all nodes share about the operator's key. */
export interface StateRow {
  requests: number
  paused_until: Date | null
  pause: Pause | null
  pauses: number
  key_mark: string | null
}

/** Reads the state; requests are those of this day (UTC). */
export async function readState(db: Db, day: string): Promise<StateRow> {
  const { rows } = await sql<StateRow>`
    select case when day = ${day}::date then requests else 0 end as requests, paused_until, pause, pauses, key_mark
    from steam_state`.execute(db)
  return rows[0] as StateRow
}

/** Counts a request of this day (UTC). Returns false when there have been `most` already. */
export async function takeRequest(db: Db, day: string, most: number): Promise<boolean> {
  const { rows } = await sql`
    update steam_state
    set requests = case when day = ${day}::date then requests + 1 else 1 end, day = ${day}::date
    where day <> ${day}::date or requests < ${most}
    returning requests`.execute(db)
  return rows.length > 0
}

/** Begins a pause for all nodes. */
export async function storePause(
  db: Db,
  { pause, until, pauses, keyMark }: { pause: Pause; until: Date; pauses: number; keyMark: string },
): Promise<void> {
  await sql`
    update steam_state
    set pause = ${pause}, paused_until = ${until}, pauses = ${pauses}, key_mark = ${keyMark}`.execute(db)
}

/** Ends the pause, because Steam answers. */
export async function clearPause(db: Db): Promise<void> {
  await sql`
    update steam_state set pause = null, paused_until = null, pauses = 0, key_mark = null
    where pause is not null`.execute(db)
}
