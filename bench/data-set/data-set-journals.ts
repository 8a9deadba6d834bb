import type { Shape } from '../options.ts'
import { CAST, KINDS, MEMBERS_PER_KIND, readersLibrary, type Step } from './data-set-tables.ts'

/** The calendar year in which some members played 2,000 games. */
export const PLAYED_YEAR = 2025
const GAMES_PLAYED = 2000
/** The most games of a list; each member who signs in has such a list. */
const LIST_GAMES = 1000
/** Entries of the journals of members who sign in, two a day, and of every twentieth other member. */
const LONG_JOURNAL = 730
const SHORT_JOURNAL = 100

const isPlayer = `member.n between ${KINDS.players} and ${KINDS.players + MEMBERS_PER_KIND - 1}`

/** Returns the step that gives some members 2,000 games in one year, in addition to the entries of the shape. */
export function playedGames(): Step {
  return {
    what: 'games of a busy year',
    sql: `insert into user_games (user_id, game_id, status, completion_percentage, user_rating, is_liked,
        stopped_playing_at, first_completed_at, created_at, updated_at)
      select member.id, game.id, status, case status when 'completed' then 100 else floor(100 * bench.chance(key, 162)) end,
        case when bench.chance(key, 163) < 0.6 then 1 + floor(10 * bench.chance(key, 164) ^ 0.5)::integer end,
        bench.chance(key, 165) < 0.1,
        case when status <> 'playing' then at end, case status when 'completed' then at end, at, at
      from bench.member member
      join bench.game game on game.n < ${GAMES_PLAYED}
      cross join lateral (select member.n * 1000000::bigint + game.n as key) drawn
      cross join lateral (select
        (array['playing', 'playing', 'playing', 'dropped', 'dropped', 'completed', 'completed', 'completed', 'completed',
          'completed'])[1 + floor(10 * bench.chance(key, 161))::integer] as status,
        make_date(${PLAYED_YEAR}, 1, 1) + bench.chance(key, 166) * interval '330 days' as at
      ) luck
      where ${isPlayer}`,
  }
}

/**
 * Returns the steps that write play sessions, lists and journals, and fill hours and counts from these rows: triggers are
 * off while the data set is created. Each review and each list has its journal entry.
 */
export function journalSteps(shape: Shape): Step[] {
  const { members } = shape
  return [
    {
      // All entries of those who played 2,000 games, and every tenth of the others.
      what: 'playthroughs',
      sql: `insert into playthroughs (user_id, game_id, platform, started_on, finished_on, finish_level, created_at, updated_at)
        select entry.user_id, entry.game_id, case when bench.chance(key, 171) < 0.8 then 'PC' else 'Nintendo Switch' end,
          began,
          case when entry.status <> 'playing' then began + floor(30 * bench.chance(key, 172))::integer end,
          case entry.status when 'playing' then 'unfinished' when 'dropped' then 'dropped'
            else (array['main_story', 'main_extras', 'completionist'])[1 + floor(3 * bench.chance(key, 173))::integer] end,
          entry.created_at, entry.updated_at
        from user_games entry
        join bench.member member on member.id = entry.user_id
        cross join lateral (select hashtextextended(entry.user_id || entry.game_id, 1) as key,
          (entry.created_at at time zone 'UTC')::date as began) drawn
        where entry.status <> 'want_to_play' and (${isPlayer} or bench.chance(key, 170) < 0.1)`,
    },
    {
      what: 'play sessions',
      sql: `insert into play_sessions (user_id, game_id, playthrough_id, played_on, minutes, origin, ended_at, created_at, updated_at)
        select user_id, game_id, id, played_on, 10 + floor(110 * bench.chance(key + i, 182))::integer, 'typed',
          ended_at, ended_at, ended_at
        from playthroughs
        cross join lateral (select hashtextextended(id::text, 2) >> 8 as key) drawn
        cross join lateral (select 1 + floor(5 * bench.chance(key, 180))::integer as sittings) played
        cross join lateral generate_series(1, sittings) i
        cross join lateral (select
          started_on + (coalesce(finished_on - started_on, 20) * i / sittings) as played_on) day
        cross join lateral (select (played_on + time '20:00') at time zone 'UTC' as ended_at) evening`,
    },
    {
      what: 'hours of sessions',
      sql: `update user_games entry set session_minutes = played.minutes,
          play_time = round(played.minutes / 60.0, 2) + entry.undated_hours, last_session_at = played.latest,
          last_played_at = greatest(entry.undated_played_at, played.latest)
        from (
          select user_id, game_id, sum(minutes) as minutes, max(ended_at) as latest from play_sessions group by 1, 2
        ) played
        where played.user_id = entry.user_id and played.game_id = entry.game_id`,
    },
    {
      what: 'days of finishing',
      sql: `update user_games entry set finished_on = playthrough.finished_on from playthroughs playthrough
        where playthrough.user_id = entry.user_id and playthrough.game_id = entry.game_id
          and playthrough.finished_on is not null`,
    },
    {
      // Each member who signs in has a list of 1,000 games, and half of all members have one of some games.
      what: 'lists',
      sql: `insert into lists (user_id, title, description, is_shared, is_ranked, created_at, updated_at, changed_at)
        select member.id, 'List ' || i, 'Games for an evening.', bench.chance(i, 121) < 0.7, bench.chance(i, 122) < 0.3, at, at, at
        from generate_series(0::bigint, ${Math.floor(members / 2) - 1 + CAST}) i
        join bench.member member on member.n = case when i < ${CAST} then i else i - ${CAST} end
        cross join lateral (select now() - bench.chance(i, 123) * interval '700 days' as at) made`,
    },
    {
      what: 'games of lists',
      sql: `insert into list_games (list_id, game_id, position, note, added_at)
        select list.id, game.id, i, case when i % 10 = 1 then 'Best played with headphones.' end, list.created_at
        from (select id, created_at, substr(title, 6)::integer as n from lists) list
        cross join (select count(*)::integer as games from bench.game) catalogue
        cross join lateral generate_series(1, least(games, ${LIST_GAMES},
          case when list.n < ${CAST} then ${LIST_GAMES} else ceil(5 / bench.chance(list.n, 124))::bigint end)::integer) i
        join bench.game game on game.n = (floor(games * bench.chance(list.n, 125) ^ 2)::integer + i) % games`,
    },
    {
      what: 'likes of lists',
      sql: `insert into list_likes (list_id, user_id, created_at)
        select list.id, member.id, list.created_at + (now() - list.created_at) * bench.chance(list.n * 10000 + i, 126)
        from (select id, user_id, created_at, substr(title, 6)::bigint as n from lists where is_shared) list
        cross join lateral generate_series(1, floor(least(${Math.ceil(members / 20)}, 0.3 / bench.chance(list.n, 127)))::integer) i
        join bench.member member
          on member.n = (floor(${members} * bench.chance(list.n, 128))::bigint + i * 7919) % ${members}
        where member.id <> list.user_id`,
    },
    {
      what: 'counts of lists',
      sql: `update lists set games_count = (select count(*) from list_games where list_id = lists.id),
        likes_count = (select count(*) from list_likes where list_id = lists.id)`,
    },
    {
      what: 'journal entries of reviews',
      sql: `insert into journal_entries (user_id, type, date, game_id, review_id, created_at, updated_at)
        select user_id, 'review', (created_at at time zone 'UTC')::date, game_id, id, created_at, updated_at from reviews`,
    },
    {
      what: 'journal entries of lists',
      sql: `insert into journal_entries (user_id, type, date, list_id, created_at, updated_at)
        select user_id, 'list', (created_at at time zone 'UTC')::date, id, created_at, updated_at from lists`,
    },
    {
      // Two a day, until today or until the end of the year of 2,000 games: one of progress, one about the day.
      what: 'journal entries of days',
      sql: `insert into journal_entries (id, user_id, type, date, title, content, game_id, progress, hours_played, created_at, updated_at)
        select uuidv7(at - now()), member.id, case when is_progress then 'progress' else 'daily' end, at::date,
          case when not is_progress and i % 5 = 0 then 'A quiet evening' end,
          'Day ' || i || ': found the door that I had passed ten times.', game.id,
          case when is_progress then i % 101 end, case when is_progress then round(i / 10.0, 2) end, at, at
        from bench.member member
        cross join lateral generate_series(1,
          case when member.n < ${CAST} then ${LONG_JOURNAL} when member.n % 20 = 0 then ${SHORT_JOURNAL} else 0 end) i
        cross join lateral (select i % 2 = 0 as is_progress,
          case when ${isPlayer} then make_date(${PLAYED_YEAR}, 12, 31) + interval '20 hours' else now() end
            - ((i - 1) / 2) * interval '1 day' - (i % 2) * interval '1 hour' as at) moment
        join bench.game game on game.n = case when member.n < ${CAST} then 2 * (i % ${Math.max(1, readersLibrary(shape))}) else i end`,
    },
  ]
}
