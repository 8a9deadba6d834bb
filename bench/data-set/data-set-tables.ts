import { MAX_STORED } from '#features/notifications/notifications.rules.ts'
import type { Shape } from '../options.ts'

/** The number of members with a known password, large libraries and large circles. The bench signs in as them. */
export const READERS = 20
/**
 * The number of members who sign in: the readers first, then those for the social workload, five of each kind. `few`
 * follow 50 and `many` 5,000, both drawn evenly from all members. `stale` follow 5,000 who did nothing for a year,
 * which is the worst case for a feed. `famous` are followed by 50,000 and have large libraries. `players` played
 * 2,000 games in one year.
 */
export const CAST = 45
export const KINDS = { few: 20, many: 25, stale: 30, famous: 35, players: 40 }
export type Kind = keyof typeof KINDS
export const MEMBERS_PER_KIND = 5
/**
 * The number of members that a reader follows, and of games that a reader has. It is fixed, so that only the tables
 * grow.
 */
const CIRCLE = 400
const LIBRARY = 400

/**
 * The numbered lists from which the rows are drawn, and a function for a chance from 0 to 1 that is always the same.
 */
export const SCAFFOLD = `
create schema bench;
create function bench.chance(n bigint, salt bigint) returns double precision language sql immutable parallel safe
  return (hashint8extended(n, salt) & 4503599627370495) / 4503599627370496.0;
create table bench.member (n integer primary key, id uuid not null);
create table bench.game (n integer primary key, id text not null)`

export interface Step {
  what: string
  sql: string
  /**
   * The step runs in several statements, each for `size` of `count` numbers, from $1 up to but not including $2;
   * otherwise in one.
   */
  batches?: { count: number; size: number }
}

/** Returns how many games a reader has. */
export const readersLibrary = ({ entries }: Shape): number => Math.min(LIBRARY, Math.floor(entries / READERS / 2))

/**
 * Returns the steps that fill the tables of members, libraries and activities. In `bench.member` the readers come
 * first. Low numbers are active, followed members, or known games.
 */
export function socialSteps(shape: Shape): Step[] {
  const { members, entries, activities } = shape
  const others = members - CAST
  const library = readersLibrary(shape)
  // The readers follow the most active members, and are not themselves among them.
  const activeMember = (chance: string) => `((floor(${members} * ${chance})::integer + ${CAST}) % ${members})`
  const few = Math.min(50, others)
  const many = Math.min(5000, others)
  const dormantFrom = Math.ceil(members * 0.9)
  const stale = Math.min(5000, members - dormantFrom)
  const fans = Math.min(50_000, Math.floor(others / 2))
  const reactedTo = Math.ceil(activities / 10)
  const knownGame = (chance: string) => `floor((select count(*) from bench.game) * ${chance})::integer`
  return [
    {
      what: 'members',
      batches: { count: others, size: 100_000 },
      sql: `with made as (
          insert into "user" (id, name, email, "emailVerified", "createdAt")
          select uuidv7(-made_at), 'Member ' || n, 'member-' || n || '@example.com', true, now() - made_at
          from (select n, bench.chance(n, 1) * interval '900 days' as made_at from generate_series($1::bigint, $2::bigint - 1) n) made
          returning id, name, "createdAt"
        ), numbered as (
          insert into bench.member (n, id) select ${CAST} + substr(name, 8)::integer, id from made
        )
        insert into profiles (id, username, display_name, bio, role, settings, created_at, last_seen_at)
        select id, 'player-' || substr(name, 8), name, 'Plays a little of everything.', 'user',
          jsonb_build_object('onboarded', true) || case
            when bench.chance(substr(name, 8)::integer, 2) < 0.05 then '{"visibility": "private"}'
            when bench.chance(substr(name, 8)::integer, 2) < 0.15 then '{"visibility": "friends"}'
            else '{}' end::jsonb,
          "createdAt", now() - bench.chance(substr(name, 8)::integer, 3) * (now() - "createdAt")
        from made`,
    },
    {
      // A few members follow hundreds, most follow a handful. The readers follow the most active.
      what: 'follows',
      batches: { count: members, size: 20_000 },
      sql: `insert into followers (follower_id, following_id, created_at)
        select follower.id, following.id, now() - bench.chance(chosen.n, 13) * interval '700 days'
        from (
          select n, ${activeMember('bench.chance(n * 1000 + i, 12) ^ 2')} as whom
          from (
            select n, generate_series(1, least(500, ceil(4 / (bench.chance(n, 11) + 0.008)))::integer) as i
            from generate_series(greatest($1::bigint, ${CAST}), $2::bigint - 1) n
          ) wish
          union
          select n, generate_series(${KINDS.famous}, ${KINDS.famous + MEMBERS_PER_KIND - 1})
          from generate_series(greatest($1::bigint, ${CAST}), least($2::bigint, ${CAST + fans}) - 1) n
          union
          select n, case
            when n < ${READERS} then ${CAST} + i
            when n between ${KINDS.many} and ${KINDS.stale - 1} then ${CAST} + (i * ${others}::bigint / ${Math.max(1, many)})::integer
            when n between ${KINDS.stale} and ${KINDS.famous - 1} then ${dormantFrom} + i
            else ${CAST} + (i * ${others}::bigint / ${Math.max(1, few)})::integer end
          from generate_series($1::bigint, least($2::bigint, ${CAST}) - 1) n
          cross join lateral generate_series(0, case
            when n < ${READERS} then ${Math.min(CIRCLE, others)}
            when n between ${KINDS.many} and ${KINDS.stale - 1} then ${many}
            when n between ${KINDS.stale} and ${KINDS.famous - 1} then ${stale}
            else ${few} end - 1) i
        ) chosen
        join bench.member follower using (n)
        join bench.member following on following.n = chosen.whom
        where follower.id <> following.id`,
    },
    {
      // The trigger on follows is off while the data set is created.
      what: 'counts of follows',
      sql: `insert into follow_counts (user_id, part, followers, following)
        select member, part, sum(followers), sum(following)
        from (
          select following_id as member, follow_part(follower_id) as part, 1 as followers, 0 as following from followers
          union all
          select follower_id, follow_part(following_id), 0, 1 from followers
        ) tie
        group by member, part`,
    },
    {
      what: 'friends',
      batches: { count: members, size: 100_000 },
      sql: `insert into friends (user_id, friend_id, status, created_at, updated_at)
        select one.id, other.id, case when bench.chance(pair.n, 22) < 0.9 then 'accepted' else 'pending' end, at, at
        from (
          select distinct n, n + 1 + floor(bench.chance(n * 10 + i, 21) * 60)::integer as whom,
            now() - bench.chance(n, 23) * interval '700 days' as at
          from generate_series($1::bigint, $2::bigint - 1) n, generate_series(1, 4) i
        ) pair
        join bench.member one using (n)
        join bench.member other on other.n = pair.whom`,
    },
    {
      // The step draws more rows than it needs, because a member has a game only once. The readers have the best known
      // games.
      what: 'library entries',
      // Triggers are off, so the step writes the parts of the hours as the triggers would.
      sql: `insert into user_games (user_id, game_id, status, play_time, undated_hours, completion_percentage, user_rating,
          is_liked, last_played_at, undated_played_at, created_at, updated_at)
        select member.id, game.id,
          case when luck < 0.35 then 'want_to_play' when luck < 0.5 then 'playing' when luck < 0.85 then 'completed' else 'dropped' end,
          case when luck < 0.35 then 0 else round((120 * bench.chance(key, 33) ^ 3)::numeric, 1) end,
          case when luck < 0.35 then 0 else round((120 * bench.chance(key, 33) ^ 3)::numeric, 1) end,
          case when luck < 0.35 then 0 when luck >= 0.5 and luck < 0.85 then 100 else floor(100 * bench.chance(key, 34)) end,
          case when luck >= 0.35 and bench.chance(key, 35) < 0.6 then 3 + floor(8 * bench.chance(key, 36))::integer end,
          bench.chance(key, 37) < 0.1,
          case when luck < 0.35 then null else added_at + (now() - added_at) * bench.chance(key, 38) end,
          case when luck < 0.35 then null else added_at + (now() - added_at) * bench.chance(key, 38) end,
          added_at, added_at + (now() - added_at) * bench.chance(key, 38)
        from (
          select m, g, m * 1000000 + g as key, bench.chance(m * 1000000 + g, 31) as luck,
            now() - bench.chance(m * 1000000 + g, 32) * interval '730 days' as added_at
          from (
            select m, g from (
              select distinct ${READERS} + floor(${members - READERS} * bench.chance(i, 41) ^ 1.5)::bigint as m,
                ${knownGame('bench.chance(i, 42) ^ 2')}::bigint as g
              from generate_series(1, ${Math.ceil(entries * 1.5)}) i
            ) wish
            where m not between ${KINDS.players} and ${KINDS.players + MEMBERS_PER_KIND - 1}
            order by bench.chance(m * 1000000 + g, 43)
            limit ${entries - READERS * library}
          ) drawn
          union all
          select m, 2 * i, m * 1000000 + 2 * i, bench.chance(m * 1000000 + 2 * i, 31),
            now() - bench.chance(m * 1000000 + 2 * i, 32) * interval '730 days'
          from generate_series(0::bigint, ${READERS - 1}) m, generate_series(0::bigint, ${library - 1}) i
        ) entry
        join bench.member member on member.n = entry.m
        join bench.game game on game.n = entry.g
        order by member.id, game.id`,
    },
    {
      what: 'progress histories',
      sql: `insert into game_progress_history (user_id, game_id, play_time, completion_percentage, created_at)
        select user_id, game_id, round(play_time * i / 3, 2), round(completion_percentage * i / 3, 2),
          created_at + (updated_at - created_at) * i / 3
        from (
          select * from user_games
          where status <> 'want_to_play' and hashtextextended(user_id || game_id, 0) % 10 = 0
        ) entry, generate_series(1, 3) i`,
    },
    {
      // From two years ago until now, in chronological order.
      what: 'activities',
      batches: { count: activities, size: 1_000_000 },
      sql: `insert into friend_activities (id, user_id, game_id, activity_type, details, created_at)
        select uuidv7(at - now()), member.id, game.id,
          case when luck < 0.4 then 'progress' when luck < 0.6 then 'want_to_play' when luck < 0.8 then 'started_playing'
            when luck < 0.95 then 'completed' else 'review' end,
          case when luck < 0.4 then jsonb_build_object('progress', 1 + floor(luck * 240)) else '{}' end,
          at
        from (
          select case when drawn.m >= ${dormantFrom} and i >= ${Math.floor(activities / 2)} then drawn.m - ${Math.floor(members * 0.8)}
              else drawn.m end as m, ${knownGame('bench.chance(i, 52) ^ 2')} as g,
            bench.chance(i, 53) as luck, now() - interval '730 days' * (1 - i / ${Math.max(1, activities)}::double precision) as at
          from generate_series($1::bigint, $2::bigint - 1) i
          cross join lateral (select ${activeMember('bench.chance(i, 51) ^ 2')} as m) drawn
        ) drawn
        join bench.member member on member.n = drawn.m
        join bench.game game on game.n = drawn.g
        order by at`,
    },
    {
      // The triggers on activities are off while the data set is created.
      what: 'latest activities',
      sql: `insert into latest_activities (user_id, activity_id, created_at)
        select distinct on (user_id) user_id, id, created_at
        from friend_activities
        order by user_id, created_at desc, id desc`,
    },
    {
      // Reactions and comments go to the newest activities, many of them to a few activities. Number 0 is the newest.
      what: 'activities that are reacted to',
      sql: `create table bench.activity as
        select row_number() over (order by created_at desc, id desc) - 1 as n, id, created_at
        from (select id, created_at from friend_activities order by created_at desc, id desc limit ${reactedTo}) newest`,
    },
    {
      what: 'reactions',
      sql: `insert into activity_reactions (subject_type, subject_id, user_id, emoji, created_at)
        select 'activity', activity.id, member.id,
          (array['👍', '👍', '👍', '❤️', '❤️', '🎮', '🏆', '🎯'])[1 + floor(8 * bench.chance(activity.n * 10000 + i, 62))::integer],
          activity.created_at + (now() - activity.created_at) * bench.chance(activity.n * 10000 + i, 63)
        from bench.activity activity
        cross join lateral generate_series(1, floor(least(${Math.ceil(members / 20)}, 0.4 / bench.chance(activity.n, 61)))::integer) i
        join bench.member member
          on member.n = (floor(${members} * bench.chance(activity.n, 64))::bigint + i * 7919) % ${members}`,
    },
    {
      what: 'comments',
      sql: `insert into activity_comments (subject_type, subject_id, user_id, content, created_at)
        select 'activity', activity.id, member.id, 'Comment ' || i || ' of ' || activity.n || ': I felt the same about the last part.',
          activity.created_at + (now() - activity.created_at) * bench.chance(activity.n * 10000 + i, 73)
        from bench.activity activity
        cross join lateral generate_series(1, floor(least(500, 0.12 / bench.chance(activity.n, 71)))::integer) i
        join bench.member member
          on member.n = (floor(${members} * bench.chance(activity.n, 74))::bigint + i / 2 * 7919) % ${members}`,
    },
    {
      // Members who sign in have as many notifications as the app stores, all unread. Other members have read most of
      // theirs.
      what: 'notifications',
      sql: `insert into notifications (user_id, type, actor_id, subject_type, subject_id, read_at, created_at)
        select member.id, case when i % 4 = 0 then 'comment' else 'reaction' end, actor.id, 'activity', activity.id,
          case when given.n >= ${CAST} and i > 3 then now() end, now() - i * interval '1 hour'
        from (
          select n, i, (n * 13 + i / 2) % ${Math.max(1, reactedTo)} as about, (n + i * 7919) % ${members} as whom
          from generate_series(0, ${members - 1}) n
          cross join lateral generate_series(1, case when n < ${CAST} then ${MAX_STORED} else 15 end) i
        ) given
        join bench.member member on member.n = given.n
        join bench.member actor on actor.n = given.whom
        join bench.activity activity on activity.n = given.about
        where member.id <> actor.id`,
    },
    {
      what: 'days and favourites of those who sign in',
      sql: `with days as (
          insert into user_active_days (user_id, day)
          select member.id, current_date - i from bench.member member, generate_series(0, 400) i where member.n < ${CAST}
          on conflict do nothing
        )
        insert into profile_favourites (user_id, position, game_id)
        select member.id, i, game.id from bench.member member, generate_series(1, 4) i
        join bench.game game on game.n = i - 1
        where member.n < ${CAST}`,
    },
  ]
}
