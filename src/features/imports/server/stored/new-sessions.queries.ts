import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { ImportRecordRow } from '../imports.queries.ts'

/** Which sessions of a row are new, counted from 0, with their hours and the end of the last one. */
export interface NewSessionsOfRow {
  n: number
  places: number[]
  hours: number
  last_at: string
}

/**
 * Lists the play sessions of decided rows that neither the member's entries of these games nor the written rows of earlier
 * imports of the same tracker have, so that a session that the member has deleted since does not come back. The end of a
 * session identifies it; of several with one end the entry may have some. An entry that no earlier import wrote, and
 * that has none of the sessions, is missing.
 */
export async function listNewSessions(
  db: Db,
  { id, user_id, preset }: Pick<ImportRecordRow, 'id' | 'user_id' | 'preset'>,
  { gameIds, continued }: { gameIds: readonly string[]; continued: readonly string[] },
): Promise<Map<number, NewSessionsOfRow>> {
  const sessions = sql`cross join lateral jsonb_array_elements(line.ledger -> 'sessions')`
  const end = sql`(one.value ->> 'ended_at')::timestamptz(3)`
  const { rows } = await sql<NewSessionsOfRow>`
    with given as materialized (
      select line.n, line.game_id, one.place, (one.value ->> 'minutes')::int as minutes, ${end} as ended_at,
        row_number() over (partition by line.n, ${end} order by one.place) as nth
      from import_rows line ${sessions} with ordinality one (value, place)
      where line.import_id = ${id} and line.game_id = any(${gameIds}) and line.state = 'ready'
    ), own as materialized (
      select game_id, ended_at, count(*) from play_sessions
      where user_id = ${user_id} and game_id = any(${gameIds}) group by game_id, ended_at
    ), known as (
      select game_id, ended_at, max(count) as count from (
        select * from own
        union all
        select line.game_id, ${end}, count(*)
        from imports earlier join import_rows line on line.import_id = earlier.id
        ${sessions} one (value)
        where earlier.user_id = ${user_id} and earlier.preset = ${preset} and earlier.id <> ${id}
          and line.game_id = any(${gameIds}) and line.state = 'applied'
        group by line.import_id, line.n, line.game_id, ${end}
      ) there group by game_id, ended_at
    )
    select given.n, array_agg(given.place::int - 1 order by given.place) as places,
      round(sum(given.minutes) / 60.0, 2) as hours,
      to_char(max(given.ended_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_at
    from given left join known using (game_id, ended_at)
    where given.nth > coalesce(known.count, 0) and (
      given.game_id = any(${continued})
      or exists (select from own join given same using (game_id, ended_at) where same.n = given.n)
    )
    group by given.n`.execute(db)
  return new Map(rows.map((row) => [row.n, row]))
}
