import { type RawBuilder, sql } from 'kysely'
import { type Db, plannedEachTime } from '#db/db.ts'
import { starsInBlockWith } from '#features/library/server/library.service.ts'
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
const visible = (isOwn: boolean) => (isOwn ? sql`` : sql`and not is_own_game(game_id)`)

/** Restricts an aggregate to what others may see. */
const shown = sql`filter (where not is_own_game(game_id))`

/**
 * Selects rows as one row with a column of JSON for each of theirs, which the app reads in half the time. The names are
 * those of an interface with a `Column` for each.
 */
const columnsOf = (names: readonly string[], from: RawBuilder<unknown>) =>
  sql`select ${sql.join(names.map((name) => sql`coalesce(json_agg(${sql.ref(name)}), '[]') as ${sql.ref(name)}`))} from ${from}`

/** The values of a column, one for each row. */
type Column<T> = readonly T[]

/** The playthroughs that began, ended or were played in the span. */
export interface PlaythroughColumns {
  game_id: Column<GameId>
  platform: Column<string | null>
  /** Whether the playthrough began or ended in the span. */
  is_dated: Column<boolean>
  /** When the playthrough was finished, 'YYYY-MM-DD'; null if not in this span. */
  finished_on: Column<string | null>
  finished_precision: Column<'day' | 'month' | 'year'>
  /** The play sessions of the playthrough in the span; null without any. */
  minutes: Column<number | null>
  /** A bit for each month with a session (2 for January). */
  months: Column<number | null>
}

const PLAYTHROUGH_COLUMNS = [
  'game_id',
  'platform',
  'is_dated',
  'finished_on',
  'finished_precision',
  'minutes',
  'months',
] satisfies (keyof PlaythroughColumns)[]

/** The first date of a playthrough, of games that everybody and that others may see. */
export interface FirstDatesRow {
  dated_on: string | null
  shown_dated_on: string | null
}

/**
 * Lists the playthroughs that belong to a span, and returns when the first of all was, because one statement then reads
 * their rows once. A session has the game of its playthrough. Planned each time: the plan for any member, who usually has
 * few sessions, looks up each playthrough.
 */
export async function listPlaythroughs(
  db: Db,
  userId: UserId,
  { first, last, isOwn }: Span,
): Promise<PlaythroughColumns & FirstDatesRow> {
  const isInSpan = (column: string) => sql`${sql.ref(column)} between ${first}::date and ${last}::date`
  const datedOn = sql`min(least(started_on, finished_on))`
  const { rows } = await sql<PlaythroughColumns & FirstDatesRow>`
    ${plannedEachTime} with run as materialized (
      select id, game_id, platform, finish_level, finished_precision, started_on, finished_on
      from playthroughs where user_id = ${userId} ${visible(isOwn)}
    ), played as materialized (
      select playthrough_id, bit_or(1 << date_part('month', played_on)::int) as months, sum(minutes)::int as minutes
      from play_sessions
      where user_id = ${userId} and ${isInSpan('played_on')}
      group by playthrough_id
    ), part as (
      select run.game_id, run.platform, run.finished_precision, played.minutes, played.months,
        case when run.finish_level not in ('unfinished', 'dropped') and ${isInSpan('run.finished_on')}
          then run.finished_on end as finished_on,
        coalesce(${isInSpan('run.started_on')} or ${isInSpan('run.finished_on')}, false) as is_dated
      from run left join played on played.playthrough_id = run.id
    )
    select *
    from (${columnsOf(PLAYTHROUGH_COLUMNS, sql`part where is_dated or minutes is not null`)}) listed, (
      select to_char(${datedOn}, 'YYYY-MM-DD') as dated_on,
        to_char(${datedOn} ${shown}, 'YYYY-MM-DD') as shown_dated_on
      from run
    ) dated`.execute(db)
  return rows[0] as PlaythroughColumns & FirstDatesRow
}

/** Entries with stars, a heart, or something that was logged in the span without a date. */
export interface EntryColumns {
  game_id: Column<GameId>
  user_rating: Column<number | null>
  is_liked: Column<boolean>
  /** Whether anything was logged in the span without a date. */
  is_logged: Column<boolean>
  /** The moment of the mark of a game finished without a date, in ISO 8601; null if not in this span. */
  stopped_at: Column<string | null>
  /** Hours without a session; null if they were not logged in this span. */
  undated_hours: Column<number | null>
  undated_at: Column<string | null>
}

const ENTRY_COLUMNS = [
  'game_id',
  'user_rating',
  'is_liked',
  'is_logged',
  'stopped_at',
  'undated_hours',
  'undated_at',
] satisfies (keyof EntryColumns)[]

/** The first log without a session, of games that everybody and that others may see. */
export interface FirstLogsRow {
  undated_at: Date | null
  shown_undated_at: Date | null
}

/**
 * Lists the stars and hearts of a whole library: selecting those of the games of a span takes longer. Also lists the hours,
 * percentages and finishes that were logged in the span without a date (decision 0052), and when the first such log was.
 */
export async function listEntries(
  db: Db,
  userId: UserId,
  { from, until, isOwn }: Span,
): Promise<{ entries: EntryColumns; firsts: FirstLogsRow }> {
  const isInSpan = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until}`
  const undatedAt = sql`min(least(undated_played_at, case when finished_on is null then stopped_playing_at end))`
  const { rows } = await sql<EntryColumns & { first_at: Date | null; shown_first_at: Date | null }>`
    with entry as materialized (
      select game_id, user_rating, is_liked, status, finished_on, stopped_playing_at, undated_hours, undated_played_at,
        coalesce(${isInSpan('undated_played_at')}, false) as is_undated,
        coalesce(
          finished_on is null and status in ('completed', 'dropped') and ${isInSpan('stopped_playing_at')}, false
        ) as is_stopped
      from user_games where user_id = ${userId} ${visible(isOwn)}
    ), listed as (
      select game_id, user_rating, is_liked, is_undated or is_stopped as is_logged,
        case when is_stopped and status = 'completed' then stopped_playing_at end as stopped_at,
        case when is_undated then greatest(undated_hours, 0) end as undated_hours,
        case when is_undated then undated_played_at end as undated_at
      from entry
      where user_rating is not null or is_liked or is_undated or is_stopped
    )
    select *
    from (${columnsOf(ENTRY_COLUMNS, sql`listed`)}) listed, (
      select ${undatedAt} as first_at, ${undatedAt} ${shown} as shown_first_at from entry
    ) log`.execute(db)
  const { first_at, shown_first_at, ...entries } = rows[0] as (typeof rows)[number]
  return { entries, firsts: { undated_at: first_at, shown_undated_at: shown_first_at } }
}

/** Ids have no spaces. As one text they are sent in a fraction of the time that an array takes, each element of which is escaped. */
const idsIn = (gameIds: readonly GameId[]) => sql`string_to_array(${gameIds.join(' ')}, ' ')`

/** Games with the same genres. */
export interface GenresRow {
  /** JSON of a list of `{ name }`. */
  genres: string
  /** With spaces between them, which is read faster than an array. */
  game_ids: string
}

/**
 * Lists the genres of games. Few rows for many games, because many games have the same genres; as text, which PostgreSQL
 * groups in less than half the time of JSON. Planned each time: a plan for any number of games sorts their genres, which
 * takes longer than reading them.
 */
export async function listGenres(db: Db, gameIds: readonly GameId[]): Promise<GenresRow[]> {
  const { rows } = await sql<GenresRow>`
    ${plannedEachTime} select genres::text as genres, string_agg(id, ' ') as game_ids
    from games where id = any(${idsIn(gameIds)})
    group by genres::text`.execute(db)
  return rows
}

/** The public stars of a game: how many members gave some, and the sum of their half stars. */
export interface RatingsRow {
  game_id: GameId
  members: number
  half_stars: number
}

/** Sums the public stars of games, by game; those without any are left out. As texts, which are faster than JSON here. */
export async function sumRatings(db: Db, gameIds: readonly GameId[]): Promise<RatingsRow[]> {
  const { rows } = await sql<Record<keyof RatingsRow, string | null>>`
    select string_agg(game_id, ' ') as game_id, string_agg(members::text, ' ') as members,
      string_agg(half_stars::text, ' ') as half_stars
    from (
      select game_id, sum(members) as members, sum(members * half_stars) as half_stars
      from game_star_counts where game_id = any(${idsIn(gameIds)})
      group by game_id
      having sum(members) > 0
    ) summed`.execute(db)
  const valuesOf = (column: keyof RatingsRow) => rows[0]?.[column]?.split(' ') ?? []
  const [games, members, halfStars] = [valuesOf('game_id'), valuesOf('members'), valuesOf('half_stars')]
  return games.map((id, at) => ({
    game_id: id as GameId,
    members: Number(members[at]),
    half_stars: Number(halfStars[at]),
  }))
}

/** Sums the public stars of members in a block with the viewer by game, without those of the member. */
export async function listRatingsInBlock(db: Db, userId: UserId, viewer: Viewer): Promise<RatingsRow[]> {
  const { rows } = await sql<RatingsRow>`${starsInBlockWith(viewer, userId)}`.execute(db)
  return rows
}

export interface DayRow {
  /** 'YYYY-MM-DD'. */
  date: string
  minutes: number
  /** The game played longest, on the first and on the last day; null for the days between. */
  game_id: GameId | null
}

/** What a member wrote and played by day, and when that begins, for games that everybody and that others may see. */
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
  /** The days of the span with play sessions, the first day first. */
  days: DayRow[]
  /** The member's own public stars, each as the sum of one. */
  own_ratings: RatingsRow[]
}

/** Returns what a member wrote and played by day in a span, and when sessions and reviews begin, in one statement. */
export async function readLog(db: Db, userId: UserId, { first, last, isOwn, ...span }: Span): Promise<LogRow> {
  const isSeen = visible(isOwn)
  const mayRead = isOwn ? sql`` : sql`and is_listed`
  const firstSession = (isSeen: RawBuilder<unknown>) => sql`(
    select to_char(min(played_on), 'YYYY-MM-DD') from play_sessions where user_id = ${userId} ${isSeen}
  )`
  const days = sql`
    select to_char(played_on, 'YYYY-MM-DD') as date, minutes,
      case when is_edge then (
        select game_id from play_sessions
        where user_id = ${userId} and played_on = day.played_on ${isSeen}
        group by game_id
        order by sum(minutes) desc, game_id collate "C"
        limit 1
      ) end as game_id
    from (
      select played_on, sum(minutes)::int as minutes,
        played_on in (min(played_on) over (), max(played_on) over ()) as is_edge
      from play_sessions
      where user_id = ${userId} and played_on between ${first}::date and ${last}::date ${isSeen}
      group by played_on
    ) day
    order by played_on`
  const ownRatings = sql`select game_id, 1 as members, half_stars from public_stars where user_id = ${userId}`
  const { rows } = await sql<LogRow>`
    select ${firstSession(isSeen)} as session_on, ${firstSession(visible(false))} as shown_session_on, review.*,
      (
        select count(*)::int from journal_entries
        where user_id = ${userId} and date between ${first}::date and ${last}::date
      ) as journal_entries,
      (select coalesce(json_agg(day), '[]') from (${days}) day) as days,
      (select coalesce(json_agg(own), '[]') from (${ownRatings}) own) as own_ratings
    from (
      select min(created_at) as reviewed_at, min(created_at) filter (where is_listed) as shown_reviewed_at,
        (count(*) filter (where created_at >= ${span.from} and created_at < ${span.until}))::int as reviews
      from reviews where user_id = ${userId} ${mayRead}
    ) review`.execute(db)
  return rows[0] as LogRow
}
