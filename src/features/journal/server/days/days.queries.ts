import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'

export interface DayRow {
  date: string
  minutes: number
  entries: number
  /** The ids of the day's games, the longest played first. */
  game_ids: string[]
}

/** Lists the days of a range on which the member played or wrote, with their games. */
export async function listDays(db: Db, userId: UserId, first: string, last: string): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with played as (
      select played_on as day, game_id, sum(minutes)::int as minutes, 0 as entries
      from play_sessions
      where user_id = ${userId} and played_on between ${first}::date and ${last}::date
      group by 1, 2
    ),
    written as (
      select date as day, game_id, 0 as minutes, count(*)::int as entries
      from journal_entries
      where user_id = ${userId} and date between ${first}::date and ${last}::date
      group by 1, 2
    ),
    game as (
      select day, game_id, sum(minutes)::int as minutes, sum(entries)::int as entries
      from (select * from played union all select * from written) part
      group by 1, 2
    )
    select to_char(day, 'YYYY-MM-DD') as date, sum(minutes)::int as minutes, sum(entries)::int as entries,
      coalesce(array_agg(game_id order by minutes desc, game_id) filter (where game_id is not null), '{}') as game_ids
    from game
    group by day
    order by day`.execute(db)
  return rows
}

/** Sums minutes and entries for each day of a range. */
export async function listDayTotals(
  db: Db,
  userId: UserId,
  first: string,
  last: string,
): Promise<{ date: string; minutes: number; entries: number }[]> {
  const { rows } = await sql<{ date: string; minutes: number; entries: number }>`
    select to_char(day, 'YYYY-MM-DD') as date, sum(minutes)::int as minutes, sum(entries)::int as entries
    from (
      select played_on as day, minutes, 0 as entries from play_sessions
      where user_id = ${userId} and played_on between ${first}::date and ${last}::date
      union all
      select date, 0, 1 from journal_entries
      where user_id = ${userId} and date between ${first}::date and ${last}::date
    ) part
    group by day
    order by day`.execute(db)
  return rows
}

/** Lists the games that were finished in each month of a range, the first one first. A date that is only a year is left out. */
export async function listFinished(
  db: Db,
  userId: UserId,
  first: string,
  last: string,
): Promise<{ month: string; game_ids: string[] }[]> {
  const { rows } = await sql<{ month: string; game_ids: string[] }>`
    select month, array_agg(game_id order by day, game_id) as game_ids
    from (
      select to_char(finished_on, 'YYYY-MM') as month, game_id, min(finished_on) as day
      from playthroughs
      where user_id = ${userId} and finished_on between ${first}::date and ${last}::date
        and finish_level not in ('unfinished', 'dropped') and finished_precision <> 'year'
      group by 1, 2
    ) part
    group by month
    order by month`.execute(db)
  return rows
}

/** Returns the first year in which the member played or wrote. */
export async function findFirstYear(db: Db, userId: UserId): Promise<number | null> {
  const { rows } = await sql<{ year: number | null }>`
    select extract(year from least(
      (select min(played_on) from play_sessions where user_id = ${userId}),
      (select min(date) from journal_entries where user_id = ${userId})
    ))::int as year`.execute(db)
  return rows[0]?.year ?? null
}

/** Lists what the member played on this day of earlier years. */
export async function listPlayedOnDay(
  db: Db,
  userId: UserId,
  day: string,
): Promise<{ year: number; minutes: number; game_ids: string[] }[]> {
  const { rows } = await sql<{ year: number; minutes: number; game_ids: string[] }>`
    select year, sum(minutes)::int as minutes, array_agg(game_id order by minutes desc, game_id) as game_ids
    from (
      select extract(year from played_on)::int as year, game_id, sum(minutes)::int as minutes
      from play_sessions
      where user_id = ${userId}
        and extract(month from played_on) = extract(month from ${day}::date)
        and extract(day from played_on) = extract(day from ${day}::date)
        and played_on < ${day}::date
      group by 1, 2
    ) part
    group by year
    order by year desc`.execute(db)
  return rows
}
