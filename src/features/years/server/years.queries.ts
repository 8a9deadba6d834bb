import { type RawBuilder, sql } from 'kysely'
import { type Db, plannedEachTime } from '#db/db.ts'
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

/** The sessions of one playthrough. */
export interface PartRow {
  game_id: string
  platform: string | null
  minutes: number
  /** A bit for each month with a session (2 for January). */
  months: number
}

/**
 * Sums the play sessions of a span by playthrough. They are summed before each playthrough is looked up, because a member
 * has several sessions of each. Planned each time: the plan for any member, who usually has few sessions, sorts them and
 * looks up each playthrough.
 */
export async function listParts(db: Db, userId: UserId, { first, last, isOwn }: Span): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    ${plannedEachTime} with played as materialized (
      select playthrough_id, game_id, bit_or(1 << date_part('month', played_on)::int) as months,
        sum(minutes)::int as minutes
      from play_sessions
      where user_id = ${userId} and played_on between ${first}::date and ${last}::date ${visible(isOwn)}
      group by playthrough_id, game_id
    )
    select played.game_id, played.months, played.minutes, playthrough.platform
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

/** A game with one of its playthroughs in the span, or without any. */
export interface GameRow {
  game_id: string
  user_rating: number | null
  is_liked: boolean
  /** The platform of the playthrough. */
  platform: string | null
  /** When the playthrough was finished, 'YYYY-MM-DD'; null if not in this span. */
  finished_on: string | null
  finished_precision: 'day' | 'month' | 'year' | null
  /** The moment of the mark of a game finished without a date; null if not in this span. */
  stopped_at: Date | null
  /** Hours without a session; null if they were not logged in this span. */
  undated_hours: number | null
  undated_at: Date | null
}

/**
 * Lists the games that a member played or finished in a span: those with a play session, with a playthrough that began
 * or ended, with hours or a percentage logged without a session, or finished without a date (decision 0052). A game has a
 * row for each such playthrough: to put them together here costs more than to send the few games that have several.
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
    )
    select entry.game_id, entry.user_rating, entry.is_liked, run.platform, run.finished_on,
      case when run.finished_on is not null then run.finished_precision end as finished_precision,
      case when entry.status = 'completed' and ${isFinishedWithoutDate} then entry.stopped_playing_at end as stopped_at,
      case when ${isInSpan('undated_played_at')} then greatest(entry.undated_hours, 0) end as undated_hours,
      case when ${isInSpan('undated_played_at')} then entry.undated_played_at end as undated_at
    from user_games entry
    left join run on run.game_id = entry.game_id
    where entry.user_id = ${userId} ${visible(isOwn, sql`entry.game_id`)} and (
      run.game_id is not null
      or ${isInSpan('undated_played_at')}
      or ${isFinishedWithoutDate}
      or entry.game_id in (
        select game_id from play_sessions
        where user_id = ${userId} and played_on between ${first}::date and ${last}::date
      )
    )`.execute(db)
  return rows
}

/** Ids have no spaces. As one text they are sent in a fraction of the time that an array takes, each element of which is escaped. */
const idsIn = (gameIds: readonly GameId[]) => sql`string_to_array(${gameIds.join(' ')}, ' ')`

/** Games with the same genres. */
export interface GenresRow {
  genres: { name?: string }[]
  /** With spaces between them, which is read faster than an array. */
  game_ids: string
}

/**
 * Lists the genres of games. Few rows for many games, because many games have the same genres. Planned each time: a plan
 * for any number of games sorts their genres, which takes longer than reading them.
 */
export async function listGenres(db: Db, gameIds: readonly GameId[]): Promise<GenresRow[]> {
  const { rows } = await sql<GenresRow>`
    ${plannedEachTime} select genres, string_agg(id, ' ') as game_ids from games where id = any(${idsIn(gameIds)}) group by genres`.execute(
    db,
  )
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
      select game_id, sum(reviews)::int as reviews, sum(half_stars)::int as half_stars
      from game_review_sums where game_id = any(${idsIn(gameIds)})
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
