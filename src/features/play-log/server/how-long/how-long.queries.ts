import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { TimedLevel } from '#features/catalogue/time-to-beat.rules.ts'
import type { PlayTime } from '#features/catalogue/time-to-beat.schemas.ts'
import type { GameId } from '#shared/ids.ts'
import type { FinishedRun, GameTimes } from '../../how-long.rules.ts'

/**
 * The minutes of a playthrough: all hours of the entry if it is the only one, because most of these have no day; else the minutes of
 * its play sessions.
 */
const MINUTES = sql<number>`case
  when (select count(*) from playthroughs other where other.user_id = run.user_id and other.game_id = run.game_id) = 1
  then round(entry.play_time * 60)
  else coalesce((select sum(minutes) from play_sessions session where session.playthrough_id = run.id), 0) end::integer`

/** A season, or a game run through as fast as one can, says nothing about how long the game takes. */
const IS_WHOLE = sql`coalesce(run.kind, '') not in ('season', 'speedrun')`

/** A run that took less says that its member has not logged it. */
const MIN_MINUTES = 10

/**
 * Lists the finished playthroughs that count, by game: of members whose library visitors see (decision 0101), one of each member and
 * finish level, the first one that is not a replay.
 */
export async function listCountedRuns(db: Db, gameIds: readonly string[]): Promise<Map<string, FinishedRun[]>> {
  const { rows } = await sql<FinishedRun & { game_id: string }>`
    select game_id, level, platform, minutes from (
      select distinct on (run.game_id, run.user_id, run.finish_level)
        run.game_id, run.finish_level as level, run.platform, ${MINUTES} as minutes
      from playthroughs run
      join profiles member on member.id = run.user_id and shows_library(member.settings, member.disabled_at)
      join user_games entry on entry.user_id = run.user_id and entry.game_id = run.game_id
      where run.game_id = any(${gameIds}::text[]) and is_finished_run(run.finish_level) and ${IS_WHOLE}
      order by run.game_id, run.user_id, run.finish_level, run.is_replay, run.finished_on nulls last, run.id
    ) counted
    where minutes >= ${MIN_MINUTES}`.execute(db)
  return Map.groupBy(rows, ({ game_id }) => game_id)
}

/** Marks every game with a finished playthrough as changed. */
export async function markAllRuns(db: Db): Promise<void> {
  await sql`
    insert into play_time_changes (game_id)
    select distinct game_id from playthroughs where is_finished_run(finish_level)`.execute(db)
}

/** An arbitrary number that all app nodes share. */
const COUNT_LOCK = 5_430_125

/** Takes the oldest changes, and returns their games. One node counts at a time, so an older count never replaces a newer one. */
export async function takeChanges(db: Db, most: number): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${COUNT_LOCK})`.execute(db)
  const { rows } = await sql<{ game_id: string }>`
    delete from play_time_changes
    where id = any(array(select id from play_time_changes order by id limit ${most}))
    returning game_id`.execute(db)
  return [...new Set(rows.map(({ game_id }) => game_id))].sort()
}

/** Stores the times of games, deletes those of games without, and returns the games whose times have changed. */
export async function storePlayTimes(db: Db, given: ReadonlyMap<string, readonly PlayTime[]>): Promise<GameId[]> {
  const rows = [...given].map(([game_id, times]) => ({ game_id, times }))
  const { rows: changed } = await sql<{ game_id: GameId }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (game_id text, times jsonb)
    ), stored as (
      insert into game_play_times as stored (game_id, times)
      select given.game_id, given.times from given join games on games.id = given.game_id
      where given.times <> '[]'
      on conflict (game_id) do update set times = excluded.times, counted_at = now()
        where stored.times is distinct from excluded.times
      returning stored.game_id
    ), gone as (
      delete from game_play_times stored using given
      where stored.game_id = given.game_id and given.times = '[]'
      returning stored.game_id
    )
    select game_id from stored union select game_id from gone`.execute(db)
  return changed.map(({ game_id }) => game_id)
}

/** A member's own finished playthrough with what is known of its game. */
export interface OwnRun extends GameTimes {
  game_id: GameId
  level: TimedLevel
  minutes: number
}

/** Lists the latest finished playthroughs of a member. */
export async function listOwnRuns(db: Db, userId: string, most: number): Promise<OwnRun[]> {
  const { rows } = await sql<OwnRun>`
    select run.game_id, run.finish_level as level, ${MINUTES} as minutes, game.time_to_beat,
      coalesce(times.times, '[]') as play_times
    from (
      select id, user_id, game_id, finish_level from playthroughs run
      where user_id = ${userId} and is_finished_run(finish_level) and ${IS_WHOLE}
      order by id desc limit ${most}
    ) run
    join user_games entry on entry.user_id = run.user_id and entry.game_id = run.game_id
    join games game on game.id = run.game_id
    left join game_play_times times on times.game_id = run.game_id`.execute(db)
  return rows.filter(({ minutes }) => minutes >= MIN_MINUTES)
}
