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

/** A game with one of its playthroughs that began, ended or was played in the span, or without any. */
export interface GameRow {
  game_id: string
  user_rating: number | null
  is_liked: boolean
  /** The moment of the mark of a game finished without a date; null if not in this span. */
  stopped_at: Date | null
  /** Hours without a session; null if they were not logged in this span. */
  undated_hours: number | null
  undated_at: Date | null
  /** The platform of the playthrough. */
  platform: string | null
  /** Whether the playthrough began or ended in the span. */
  is_dated: boolean
  /** When the playthrough was finished, 'YYYY-MM-DD'; null if not in this span. */
  finished_on: string | null
  finished_precision: 'day' | 'month' | 'year' | null
  /** The play sessions of the playthrough in the span; null without any. */
  minutes: number | null
  /** A bit for each month with a session (2 for January). */
  months: number | null
}

/** The first date of a playthrough, and the first log without a session, of games that everybody and that others may see. */
export interface FirstsRow {
  dated_on: string | null
  undated_at: Date | null
  shown_dated_on: string | null
  shown_undated_at: Date | null
}

/**
 * Lists the games that a member played or finished in a span: those with a play session, with a playthrough that began
 * or ended, with hours or a percentage logged without a session, or finished without a date (decision 0052). A game has a
 * row for each such playthrough: to put them together here costs more than to send the few games that have several.
 * Returns when the member's log begins, too, because one statement then reads the rows of the library once, which are on
 * as many pages. Planned each time: the plan for any member, who usually has few sessions, looks up each playthrough.
 */
export async function listGames(
  db: Db,
  userId: UserId,
  { first, last, from, until, isOwn }: Span,
): Promise<{ games: GameRow[]; firsts: FirstsRow }> {
  const isInSpan = (column: 'undated_played_at' | 'stopped_playing_at') =>
    sql`(entry.${sql.ref(column)} >= ${from} and entry.${sql.ref(column)} < ${until})`
  const isFinishedWithoutDate = sql`(entry.finished_on is null and entry.status in ('completed', 'dropped')
    and ${isInSpan('stopped_playing_at')})`
  const shown = sql`filter (where not is_own_game(game_id))`
  const datedOn = sql`min(least(started_on, finished_on))`
  const undatedAt = sql`min(least(undated_played_at, case when finished_on is null then stopped_playing_at end))`
  const { rows } = await sql<GameRow & FirstsRow>`
    ${plannedEachTime} with entry as materialized (
      select game_id, user_rating, is_liked, status, finished_on, stopped_playing_at, undated_hours, undated_played_at
      from user_games where user_id = ${userId} ${visible(isOwn)}
    ), run as materialized (
      select id, game_id, platform, finish_level, finished_precision, started_on, finished_on
      from playthroughs where user_id = ${userId} ${visible(isOwn)}
    ), played as materialized (
      select playthrough_id, bit_or(1 << date_part('month', played_on)::int) as months, sum(minutes)::int as minutes
      from play_sessions
      where user_id = ${userId} and played_on between ${first}::date and ${last}::date ${visible(isOwn)}
      group by playthrough_id
    ), part as (
      select run.game_id, run.platform, run.finished_precision, played.minutes, played.months,
        case when run.finish_level not in ('unfinished', 'dropped')
          and run.finished_on between ${first}::date and ${last}::date then run.finished_on end as finished_on,
        coalesce(
          run.started_on between ${first}::date and ${last}::date
          or run.finished_on between ${first}::date and ${last}::date,
          false
        ) as is_dated
      from run left join played on played.playthrough_id = run.id
    )
    select entry.game_id, entry.user_rating, entry.is_liked,
      case when entry.status = 'completed' and ${isFinishedWithoutDate} then entry.stopped_playing_at end as stopped_at,
      case when ${isInSpan('undated_played_at')} then greatest(entry.undated_hours, 0) end as undated_hours,
      case when ${isInSpan('undated_played_at')} then entry.undated_played_at end as undated_at,
      part.platform, coalesce(part.is_dated, false) as is_dated, part.finished_on,
      case when part.finished_on is not null then part.finished_precision end as finished_precision,
      part.minutes, part.months,
      null as dated_on, null::timestamptz as shown_undated_at, null as shown_dated_on
    from entry
    left join part on part.game_id = entry.game_id and (part.is_dated or part.minutes is not null)
    where part.game_id is not null or ${isInSpan('undated_played_at')} or ${isFinishedWithoutDate}
    union all
    -- One row without a game has the beginnings.
    select null, null, null, null, null, log.undated_at, null, null, null, null, null, null,
      to_char(dated.dated_on, 'YYYY-MM-DD'), log.shown_undated_at, to_char(dated.shown_dated_on, 'YYYY-MM-DD')
    from (select ${undatedAt} as undated_at, ${undatedAt} ${shown} as shown_undated_at from entry) log,
      (select ${datedOn} as dated_on, ${datedOn} ${shown} as shown_dated_on from run) dated`.execute(db)
  const [[firsts], games] = [rows.filter((row) => row.game_id === null), rows.filter((row) => row.game_id !== null)]
  return { games, firsts: firsts as FirstsRow }
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

/** Sums the listed reviews of games; those without any have a row, too. */
export async function listReviews(db: Db, gameIds: readonly GameId[]): Promise<ReviewsRow[]> {
  const { rows } = await sql<ReviewsRow>`
    select game_id, sum(reviews)::int as reviews, sum(half_stars)::int as half_stars
    from game_review_sums where game_id = any(${idsIn(gameIds)})
    group by game_id`.execute(db)
  const found = new Map(rows.map((row) => [row.game_id, row]))
  return gameIds.map((game_id) => found.get(game_id) ?? { game_id, reviews: 0, half_stars: 0 })
}

/** The member's own listed reviews, each as the sum of one. */
export async function listOwnReviews(db: Db, userId: UserId): Promise<ReviewsRow[]> {
  const { rows } = await sql<ReviewsRow>`
    select game_id, 1 as reviews, (rating * 2)::int as half_stars
    from reviews where user_id = ${userId} and is_listed`.execute(db)
  return rows
}

/** Sums the listed reviews of members in a block with the viewer by game, without those of the member. */
export async function listReviewsInBlock(db: Db, userId: UserId, viewer: Viewer): Promise<ReviewsRow[]> {
  const { rows } = await sql<ReviewsRow>`${reviewsInBlockWith(viewer, userId)}`.execute(db)
  return rows
}

/** What the member wrote, and when the log begins, for games that everybody and that others may see. */
export interface LogRow {
  /** The first play session. */
  session_on: string | null
  shown_session_on: string | null
  /** The first review. */
  reviewed_at: Date | null
  shown_reviewed_at: Date | null
  /** In the span. */
  reviews: number
  journal_entries: number
}

/** Returns when a member's sessions and reviews begin, and what the member wrote in a span. */
export async function readLog(db: Db, userId: UserId, { isOwn, ...span }: Span): Promise<LogRow> {
  const mayRead = isOwn ? sql`` : sql`and is_listed`
  const firstSession = (isOwn: boolean) => sql`(
    select to_char(min(played_on), 'YYYY-MM-DD') from play_sessions where user_id = ${userId} ${visible(isOwn)}
  )`
  const { rows } = await sql<LogRow>`
    select ${firstSession(isOwn)} as session_on, ${firstSession(false)} as shown_session_on, review.*,
      (
        select count(*)::int from journal_entries
        where user_id = ${userId} and date between ${span.first}::date and ${span.last}::date
      ) as journal_entries
    from (
      select min(created_at) as reviewed_at, min(created_at) filter (where is_listed) as shown_reviewed_at,
        (count(*) filter (where created_at >= ${span.from} and created_at < ${span.until}))::int as reviews
      from reviews where user_id = ${userId} ${mayRead}
    ) review`.execute(db)
  return rows[0] as LogRow
}
