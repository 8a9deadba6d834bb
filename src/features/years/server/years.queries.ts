import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { reviewsInBlockWith } from '#features/library/server/library.service.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId, UserId } from '#shared/ids.ts'

/** A year of a member: its days, and the instants at which it begins and ends in the member's time zone. */
export interface Span {
  /** 'YYYY-01-01' and 'YYYY-12-31'. */
  first: string
  last: string
  from: Date
  until: Date
  /** The member reads it, who sees games of their own, too (decision 0086). */
  isOwn: boolean
}

/** Leaves out what others may not see. */
const visible = (isOwn: boolean, gameId: RawBuilder<unknown> = sql`game_id`) =>
  isOwn ? sql`` : sql`and not is_own_game(${gameId})`

/** The sessions of one playthrough, with a bit for each month (2 for January); or those of one month. */
export type PartRow = { minutes: number } & (
  | { game_id: string; platform: string | null; month: null; months: number }
  | { game_id: null; month: number }
)

/**
 * Sums the play sessions of a span by playthrough and by month. They are summed before each playthrough is looked up,
 * because a member has several sessions of each.
 */
export async function listParts(db: Db, userId: UserId, { first, last, isOwn }: Span): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    with played as materialized (
      select playthrough_id, game_id, month, bit_or(1 << month) as months, sum(minutes)::int as minutes
      from play_sessions
      cross join lateral (select date_part('month', played_on)::int as month) day
      where user_id = ${userId} and played_on between ${first}::date and ${last}::date ${visible(isOwn)}
      group by grouping sets ((playthrough_id, game_id), (month))
    )
    select played.game_id, played.month, played.months, played.minutes, playthrough.platform
    from played
    -- Read with one look at the member's playthroughs, not with one for each of them.
    left join playthroughs playthrough on playthrough.id = played.playthrough_id and playthrough.user_id = ${userId}`.execute(
    db,
  )
  return rows
}

export interface DayRow {
  date: string
  minutes: number
  /** The game played longest, on the first and on the last day; null for the days between. */
  game_id: string | null
}

/** Sums the play sessions of a span by day, the first day first. */
export async function listDays(db: Db, userId: UserId, { first, last, isOwn }: Span): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with day as (
      select played_on, sum(minutes)::int as minutes,
        played_on in (min(played_on) over (), max(played_on) over ()) as is_edge
      from play_sessions
      where user_id = ${userId} and played_on between ${first}::date and ${last}::date ${visible(isOwn)}
      group by played_on
    )
    select to_char(played_on, 'YYYY-MM-DD') as date, minutes,
      case when is_edge then (
        select game_id from play_sessions
        where user_id = ${userId} and played_on = day.played_on ${visible(isOwn)}
        group by game_id
        order by sum(minutes) desc, game_id collate "C"
        limit 1
      ) end as game_id
    from day
    order by played_on`.execute(db)
  return rows
}

export interface GameRow {
  game_id: string
  user_rating: number | null
  is_liked: boolean
  /** When it was finished: by the member's date, else the moment of the mark; both null if not in this span. */
  finished_on: string | null
  finished_precision: 'day' | 'month' | 'year' | null
  stopped_at: Date | null
  /** Hours without a session that were logged in this span. */
  undated_hours: number
  undated_at: Date | null
  /** Of the playthroughs, so one may be there twice. */
  platforms: string[] | null
  genres: { name?: string }[]
}

/**
 * Lists the games that a member played or finished in a span: those with a play session, with a playthrough that began
 * or ended, with hours or a percentage logged without a session, or finished without a date (decision 0052).
 */
export async function listGames(db: Db, userId: UserId, { first, last, from, until, isOwn }: Span): Promise<GameRow[]> {
  const isInSpan = (column: 'undated_played_at' | 'stopped_playing_at') =>
    sql`(entry.${sql.ref(column)} >= ${from} and entry.${sql.ref(column)} < ${until})`
  const isFinishedWithoutDate = sql`(entry.finished_on is null and entry.status in ('completed', 'dropped')
    and ${isInSpan('stopped_playing_at')})`
  const { rows } = await sql<GameRow>`
    with run as (
      select game_id, platform, finished_precision,
        case when finish_level not in ('unfinished', 'dropped') and finished_on between ${first}::date and ${last}::date
          then finished_on end as finished_on
      from playthroughs
      where user_id = ${userId}
        and (started_on between ${first}::date and ${last}::date or finished_on between ${first}::date and ${last}::date)
    ),
    dated as (
      -- The latest date with its precision. An aggregate with an order of its own would sort the rows of each game.
      select game_id, max(to_char(finished_on, 'YYYY-MM-DD') || coalesce(finished_precision, 'day')) as finished,
        array_agg(platform) filter (where platform is not null) as platforms
      from run
      group by game_id
    )
    select entry.game_id, entry.user_rating, entry.is_liked,
      left(dated.finished, 10) as finished_on, substr(dated.finished, 11) as finished_precision,
      case when entry.status = 'completed' and ${isFinishedWithoutDate} then entry.stopped_playing_at end as stopped_at,
      case when ${isInSpan('undated_played_at')} then greatest(entry.undated_hours, 0) else 0 end as undated_hours,
      case when ${isInSpan('undated_played_at')} then entry.undated_played_at end as undated_at,
      dated.platforms, games.genres
    from user_games entry
    join games on games.id = entry.game_id
    left join dated on dated.game_id = entry.game_id
    where entry.user_id = ${userId} ${visible(isOwn, sql`entry.game_id`)} and (
      dated.game_id is not null
      or ${isInSpan('undated_played_at')}
      or ${isFinishedWithoutDate}
      or entry.game_id in (
        select game_id from play_sessions
        where user_id = ${userId} and played_on between ${first}::date and ${last}::date
      )
    )`.execute(db)
  return rows
}

/** Reviews of a game: their number, and the sum of their half stars. */
export interface ReviewsRow {
  game_id: string
  reviews: number
  half_stars: number
}

/** Sums the listed reviews of games, without those of the member. */
export async function listReviews(db: Db, userId: UserId, gameIds: readonly GameId[]): Promise<ReviewsRow[]> {
  const { rows } = await sql<ReviewsRow>`
    select counted.game_id, counted.reviews - (own.game_id is not null)::int as reviews,
      (counted.half_stars - coalesce(own.rating, 0) * 2)::int as half_stars
    from (
      select game_id, sum(reviews)::int as reviews, sum(reviews * half_stars)::int as half_stars
      from game_review_counts where game_id = any(${gameIds})
      group by game_id
    ) counted
    left join (
      select game_id, rating from reviews where user_id = ${userId} and is_listed
    ) own on own.game_id = counted.game_id`.execute(db)
  return rows
}

/** Sums the listed reviews of members in a block with the viewer by game, without those of the member. */
export async function listReviewsInBlock(db: Db, userId: UserId, viewer: Viewer): Promise<ReviewsRow[]> {
  const { rows } = await sql<ReviewsRow>`${reviewsInBlockWith(viewer, userId)}`.execute(db)
  return rows
}

export interface LogRow {
  /** The first play session, the first date of a playthrough, the first log without a session, the first review. */
  session_on: string | null
  dated_on: string | null
  undated_at: Date | null
  reviewed_at: Date | null
  /** In the span. */
  reviews: number
  journal_entries: number
}

/** Returns when a member's log begins, and what the member wrote in a span. */
export async function readLog(db: Db, userId: UserId, { isOwn, ...span }: Span): Promise<LogRow> {
  const mayRead = isOwn ? sql`true` : sql`is_listed`
  const { rows } = await sql<LogRow>`
    select
      (
        select to_char(min(played_on), 'YYYY-MM-DD') from play_sessions
        where user_id = ${userId} ${visible(isOwn)}
      ) as session_on,
      (
        select to_char(min(least(started_on, finished_on)), 'YYYY-MM-DD') from playthroughs
        where user_id = ${userId} ${visible(isOwn)}
      ) as dated_on,
      entry.undated_at,
      review.reviewed_at, review.reviews,
      (
        select count(*)::int from journal_entries
        where user_id = ${userId} and date between ${span.first}::date and ${span.last}::date
      ) as journal_entries
    from (
      select min(least(undated_played_at, case when finished_on is null then stopped_playing_at end)) as undated_at
      from user_games where user_id = ${userId} ${visible(isOwn)}
    ) entry,
    (
      select min(created_at) as reviewed_at,
        (count(*) filter (where created_at >= ${span.from} and created_at < ${span.until}))::int as reviews
      from reviews where user_id = ${userId} and ${mayRead}
    ) review`.execute(db)
  return rows[0] as LogRow
}
