import { type RawBuilder, sql } from 'kysely'
import { dayStartIn } from '#features/profiles/profiles.rules.ts'
import { addDays } from '#shared/calendar-days.ts'
import type { UserId } from '#shared/ids.ts'
import type { Span } from '../../shelf-filters.rules.ts'

/**
 * Consecutive periods of a member: the first day of each and the day after the last one, and the instants at which they
 * begin.
 */
export interface Bounds {
  days: readonly string[]
  instants: readonly Date[]
}

/** Returns the bounds of periods that follow one another, in the member's time zone (G58). */
export function boundsOf(zone: string | null, spans: readonly Span[]): Bounds {
  const days = [...spans.map(({ first }) => first), addDays(spans.at(-1)?.last as string, 1)]
  return { days, instants: days.map((day) => dayStartIn(zone, day)) }
}

/** The bounds as SQL: the arrays, and the first and the last of each. */
export function inSql({ days, instants }: Bounds) {
  const texts = instants.map((at) => at.toISOString())
  return {
    days: sql`${`{${days.join(',')}}`}::date[]`,
    instants: sql`${`{${texts.join(',')}}`}::timestamptz[]`,
    first: sql`${days[0]}::date`,
    end: sql`${days.at(-1)}::date`,
    from: sql`${texts[0]}::timestamptz`,
    until: sql`${texts.at(-1)}::timestamptz`,
  }
}

/** The last day of a date that may be only a month or a year (decision 0052). */
const lastDay = (day: RawBuilder<unknown>, precision: RawBuilder<unknown>) => sql`(case ${precision}
  when 'year' then (date_trunc('year', ${day}::timestamp) + interval '1 year - 1 day')::date
  when 'month' then (date_trunc('month', ${day}::timestamp) + interval '1 month - 1 day')::date
  else ${day} end)`

/**
 * Returns SQL for what shows that a member played in some of the periods, as rows `game_id`, `at` (1 for the first
 * period) and `minutes`: play sessions, begin and end of playthroughs, hours and percentages without a session, and
 * marks as finished without a date, as on the page of a year (decision 0063). A date counts for a period that holds all
 * of it: '2026' for the year and for no month.
 */
export function playsOf(userId: UserId, bounds: Bounds): RawBuilder<unknown> {
  const { days, instants, first, end, from, until } = inSql(bounds)
  const dated = (column: 'started' | 'finished') => {
    const [day, precision] = [sql.ref(`${column}_on`), sql.ref(`${column}_precision`)]
    return sql`
      select game_id, width_bucket(${day}, ${days}) as at, 0 as minutes
      from playthroughs
      where user_id = ${userId} and ${day} >= ${first} and ${day} < ${end}
        and width_bucket(${day}, ${days}) = width_bucket(${lastDay(day, precision)}, ${days})`
  }
  return sql`
    select game_id, width_bucket(played_on, ${days}) as at, minutes
    from play_sessions
    where user_id = ${userId} and played_on >= ${first} and played_on < ${end}
    union all ${dated('started')}
    union all ${dated('finished')}
    union all
    select game_id, width_bucket(undated_played_at, ${instants}), round(greatest(undated_hours, 0) * 60)::int
    from user_games entry
    where user_id = ${userId} and undated_played_at >= ${from} and undated_played_at < ${until}
      and not ${isLogOfLongDate(days)}
    union all
    select game_id, width_bucket(stopped_playing_at, ${instants}), 0
    from user_games
    where user_id = ${userId} and finished_on is null and status in ('completed', 'dropped')
      and stopped_playing_at >= ${from} and stopped_playing_at < ${until}`
}

/**
 * The hours came with a date that is only a month or a year, and that does not lie in one period. They have the time of
 * its first day in some time zone: at most 26 hours from noon in UTC.
 */
const isLogOfLongDate = (days: RawBuilder<unknown>) => sql`(entry.finished_on is not null and exists (
  select from playthroughs run
  where run.user_id = entry.user_id and run.game_id = entry.game_id and run.finished_precision <> 'day'
    and abs(
      extract(epoch from entry.undated_played_at - run.finished_on::timestamp at time zone 'UTC') - 43200
    ) <= 93600
    and width_bucket(run.finished_on, ${days})
      <> width_bucket(${lastDay(sql`run.finished_on`, sql`run.finished_precision`)}, ${days})
))`

/** Returns SQL for the ids of the games that the member played in the one period of `bounds`. */
export const gamesPlayed = (userId: UserId, bounds: Bounds): RawBuilder<unknown> =>
  sql`select game_id from (${playsOf(userId, bounds)}) play where at = 1`

/**
 * Returns SQL for the games that waited at some time, as rows `game_id`, `added` and `begun`: the periods in which each
 * came into the library and in which the first thing shows that it was begun; 0 is before the first period, and one
 * more than there are is after the last. Without a play session, a date, logged hours or a mark of finishing only a
 * game that still is wanted counts, because nothing says when any other game was begun.
 */
export function waitsOf(userId: UserId, bounds: Bounds): RawBuilder<unknown> {
  const { days, instants } = inSql(bounds)
  return sql`
    with sign as (
      select game_id, min(played_on) as day, null::timestamptz as moment
      from play_sessions where user_id = ${userId} group by game_id
      union all
      select game_id, least(min(started_on), min(finished_on)), null
      from playthroughs where user_id = ${userId} group by game_id
      union all
      select game_id, null, min(created_at)
      from game_progress_history
      where user_id = ${userId} and (play_time > 0 or completion_percentage > 0)
      group by game_id
      union all
      select game_id, null, least(undated_played_at, first_completed_at, stopped_playing_at)
      from user_games where user_id = ${userId}
    ), begun as (
      select game_id, least(
        width_bucket(min(day), ${days}), width_bucket(min(moment), ${instants})
      ) as begun
      from sign group by game_id
    )
    select entry.game_id, width_bucket(entry.created_at, ${instants}) as added,
      coalesce(begun.begun, cardinality(${days})) as begun
    from user_games entry
    join begun on begun.game_id = entry.game_id
    where entry.user_id = ${userId} and (begun.begun is not null or entry.status = 'want_to_play')`
}

/** Returns SQL for the ids of the games that waited at the end of the one period of `bounds`. */
export const gamesWaiting = (userId: UserId, bounds: Bounds): RawBuilder<unknown> =>
  sql`select game_id from (${waitsOf(userId, bounds)}) wait where added <= 1 and begun > 1`
