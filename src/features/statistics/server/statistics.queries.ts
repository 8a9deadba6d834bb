import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import {
  type Bounds,
  communityOf,
  filterEntries,
  inSql,
  platformsPlayed,
  playsOf,
  SOME_HOURS,
  waitsOf,
} from '#features/library/server/library.service.ts'
import type { Viewer } from '#server/session.ts'
import type { UserId } from '#shared/ids.ts'
import { CONTRAST_EDGES, HOURS_FROM, NAMES_SHOWN, type Wait } from '../statistics.rules.ts'

/** What is counted: everything, or the games played in one period. */
export interface Counted {
  /** The period; null for all time. */
  period: Bounds | null
  /** The years that are plausible (C27). */
  plausible: { first: number; last: number }
  /** Only what others may see: no games of the member's own (decision 0086). */
  isShared: boolean
}

const entriesOf = (db: Db, userId: UserId, { period, plausible, isShared }: Counted) =>
  filterEntries(db.selectFrom('user_games'), userId, {
    ...{ status: 'all' as const, search: '', isShared },
    ...(period && { narrowing: { plausible, played: period } }),
  })

export interface CountRow {
  chart: 'total' | 'status' | 'rating' | 'hours' | 'released' | 'played_on' | 'platforms' | 'genres'
  /** Null: without stars, without a release year, or all names but the first twelve. */
  key: string | null
  games: number
  /** Only of `total`. */
  minutes: number
}

const array = (numbers: readonly number[]) => sql`${`{${numbers.join(',')}}`}::numeric[]`
const secondsOf = (year: number) => Date.UTC(year, 0) / 1000

/** Counts the games by everything that one of them has. */
export async function countGames(db: Db, userId: UserId, counted: Counted): Promise<CountRow[]> {
  const entries = entriesOf(db, userId, counted)
    .innerJoin('games', 'games.id', 'user_games.game_id')
    .select([
      ...(['user_games.game_id', 'user_games.status', 'user_games.user_rating', 'user_games.play_time'] as const),
      ...(['games.first_release_date', 'games.platforms', 'games.genres'] as const),
    ])
  const { first, last } = counted.plausible
  const { rows } = await sql<CountRow>`
    with entry as materialized (${entries}),
    facet as (
      select 'platforms' as chart, term ->> 'name' as name, game_id
      from entry cross join lateral jsonb_array_elements(entry.platforms) term
      union
      select 'played_on', name, game_id
      from (${platformsPlayed(userId, { isOwn: !counted.isShared })}) played
      where game_id in (select game_id from entry)
      union
      select 'genres', term ->> 'name', game_id
      from entry cross join lateral jsonb_array_elements(entry.genres) term
    ),
    named as (
      select chart, name, count(*)::int as games,
        row_number() over (partition by chart order by count(*) desc, name collate "C") as place
      from facet where name is not null group by chart, name
    )
    select 'total' as chart, null as key, count(*)::int as games,
      coalesce(round(sum(play_time) * 60), 0)::int as minutes
    from entry
    union all
    select 'status', status, count(*)::int, 0 from entry group by status
    union all
    select 'rating', user_rating::text, count(*)::int, 0 from entry group by user_rating
    union all
    select 'hours', width_bucket(play_time, ${array([SOME_HOURS, ...HOURS_FROM.slice(1)])})::text, count(*)::int, 0
    from entry where play_time >= ${SOME_HOURS}::numeric or status <> 'want_to_play' group by 2
    union all
    select 'released', case
        when first_release_date >= ${secondsOf(first)}::bigint and first_release_date < ${secondsOf(last + 1)}::bigint
        then date_part('year', to_timestamp(first_release_date) at time zone 'UTC')::text
      end, count(*)::int, 0
    from entry group by 2
    union all
    select chart, name, games, 0 from (select * from named where place <= ${NAMES_SHOWN}::int order by place) shown
    union all
    select facet.chart, null, count(distinct facet.game_id)::int, 0
    from facet join named using (chart, name)
    where named.place > ${NAMES_SHOWN}::int
    group by facet.chart`.execute(db)
  return rows
}

export interface PlayRow {
  chart: 'part' | 'weekday' | 'period'
  /** The number of the part or weekday, from 1. */
  at: number
  minutes: number
  games: number
}

/** Returns the minutes and the number of games of each part of a period, of each weekday, and of all of it. */
export async function sumPlays(
  db: Db,
  userId: UserId,
  parts: Bounds,
  { period, isShared }: Counted,
): Promise<PlayRow[]> {
  const { first, end } = inSql(parts)
  const isVisible = isShared ? sql`not is_own_game(game_id)` : sql`true`
  const ofPeriod = period
    ? sql`union all
      select 'period', 0, coalesce(sum(minutes), 0)::int, 0 from (${playsOf(userId, period)}) play
      where ${isVisible}`
    : sql``
  const { rows } = await sql<PlayRow>`
    select 'part' as chart, at, sum(minutes)::int as minutes, count(distinct game_id)::int as games
    from (${playsOf(userId, parts)}) play
    where ${isVisible}
    group by at
    union all
    select 'weekday', extract(isodow from played_on)::int, sum(minutes)::int, count(distinct game_id)::int
    from play_sessions
    where user_id = ${userId} and played_on >= ${first} and played_on < ${end} and ${isVisible}
    group by 2
    ${ofPeriod}`.execute(db)
  return rows
}

/** Counts the games that waited, by the parts in which they were added and begun. */
export async function countWaits(db: Db, userId: UserId, parts: Bounds, { isShared }: Counted): Promise<Wait[]> {
  const { rows } = await sql<Wait>`
    select added, begun, count(*)::int as games from (${waitsOf(userId, parts)}) wait
    where begun > added ${isShared ? sql`and not is_own_game(game_id)` : sql``}
    group by added, begun`.execute(db)
  return rows
}

export interface ContrastRow {
  /** From 0 (far below the others) on. */
  place: number
  games: number
  /** The sums of the stars of the member, and of the averages of others. */
  stars: number
  others: number
}

/** Counts the rated games by the distance from the stars of others. */
export async function countContrasts(
  db: Db,
  userId: UserId,
  counted: Counted,
  viewer: Viewer | null,
): Promise<ContrastRow[]> {
  const ids = entriesOf(db, userId, counted).select('user_games.game_id')
  const { rows } = await sql<ContrastRow>`
    select width_bucket(difference, ${array(CONTRAST_EDGES)}) as place, count(*)::int as games,
      sum(stars)::float8 as stars, sum(others)::float8 as others
    from (${communityOf(userId, viewer)}) community
    ${counted.period ? sql`where game_id in ${ids}` : sql``}
    group by 1`.execute(db)
  return rows
}

export interface LogStart {
  /** The first day with a date, and the first instant. */
  first_on: string | null
  first_at: Date | null
}

/** Finds the first thing that a library knows. */
export async function findLogStart(db: Db, userId: UserId, isShared: boolean): Promise<LogStart> {
  const visible = isShared ? sql`and not is_own_game(game_id)` : sql``
  const { rows } = await sql<LogStart>`
    select
      (
        select to_char(least(
          (select min(played_on) from play_sessions where user_id = ${userId} ${visible}),
          (select min(least(started_on, finished_on)) from playthroughs where user_id = ${userId} ${visible})
        ), 'YYYY-MM-DD')
      ) as first_on,
      (
        select min(least(created_at, undated_played_at, stopped_playing_at)) from user_games
        where user_id = ${userId} ${visible}
      ) as first_at`.execute(db)
  return rows[0] as LogStart
}
