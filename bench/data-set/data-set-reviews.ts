import type { Shape } from '../options.ts'
import { MEMBERS_OF_GAMES, PUBLIC_STARS } from './data-set-counts.ts'
import { CAST, KINDS, MEMBERS_PER_KIND, type Step } from './data-set-tables.ts'

/** The best known game has this many reviews, as far as there are members to write them. */
const MAX_OF_A_GAME = 50_000
/** The number of reviews by each member with 2,000 games. */
const BY_PLAYER = 400

/** Returns how many reviews the best known game has in a data set of this shape. */
export const mostOfAGame = ({ members, reviews }: Shape): number =>
  Math.min(MAX_OF_A_GAME, Math.floor((members - CAST) * 0.6), Math.floor(reviews / 4))

/**
 * Returns the steps that write reviews, likes and bookmarks, and fill the counts from these rows: triggers are off while
 * the data set is created. `bench.review` numbers the listed reviews; number 0 is the newest.
 */
export function reviewSteps(shape: Shape): Step[] {
  const { members, reviews } = shape
  const others = members - CAST
  const most = mostOfAGame(shape)
  const players = `${KINDS.players} and ${KINDS.players + MEMBERS_PER_KIND - 1}`
  return [
    {
      what: 'blocks',
      // Only of those who played 2,000 games: they follow few members, who must not be in a block with them.
      sql: `insert into user_blocks (blocker_id, blocked_id, created_at)
        select case when i % 2 = 0 then one.id else other.id end, case when i % 2 = 0 then other.id else one.id end,
          now() - i * interval '1 day'
        from bench.member one
        cross join generate_series(1, 10) i
        join bench.member other on other.n = ${CAST} + (one.n * 31 + i * 17) % ${others}
        where one.n between ${players}
          and not exists (select from followers
            where (follower_id, following_id) in ((one.id, other.id), (other.id, one.id)))
          and not exists (select from friends
            where (user_id, friend_id) in ((one.id, other.id), (other.id, one.id)))`,
    },
    {
      // The step draws more rows than it needs, because a member reviews a game only once. Stars in the library and in
      // the review are the same number.
      what: 'reviews',
      sql: `insert into reviews (id, user_id, game_id, rating, review_text, review_html, is_public, platform, hours,
          spoils_to, written_at, hidden_at, created_at, updated_at)
        select uuidv7(at - now()), member.id, game.id,
          coalesce(entry.user_rating, 1 + floor(10 * bench.chance(key, 84) ^ 0.5)::integer) / 2.0,
          words, words,
          bench.chance(key, 85) > 0.05,
          case when bench.chance(key, 86) < 0.002 then 'Sega Saturn' else (array[
            null, 'PC', 'PC', 'PC', 'PC', 'PlayStation 5', 'PlayStation 5', 'PlayStation 4', 'Xbox Series X|S', 'Nintendo Switch'
          ])[1 + floor(10 * bench.chance(key, 87))::integer] end,
          nullif(entry.play_time, 0),
          case when bench.chance(key, 88) < 0.15 then 1 + floor(100 * bench.chance(key, 89))::integer end,
          case entry.status when 'completed' then 100 else floor(entry.completion_percentage) end,
          case when bench.chance(key, 90) < 0.003 then at end,
          at, at
        from (
          select m, g, m * 1000000 + g as key, now() - interval '730 days' * bench.chance(m * 1000000 + g, 82) as at
          from (
            select m, g from (
              select distinct ${CAST} + floor(${others} * bench.chance(i, 91) ^ 1.5)::bigint as m,
                1 + floor((select count(*) - 1 from bench.game) * bench.chance(i, 92) ^ 2)::bigint as g
              from generate_series(1, ${Math.ceil(reviews * 1.5)}) i
            ) wish
            order by bench.chance(m * 1000000 + g, 83)
            limit ${Math.max(0, reviews - most - MEMBERS_PER_KIND * BY_PLAYER)}
          ) drawn
          union all
          select m, 0, m * 1000000, now() - interval '730 days' * bench.chance(m * 1000000, 82)
          from (select ${CAST} + (i * ${others}::bigint / ${Math.max(1, most)}) as m from generate_series(0::bigint, ${most - 1}) i) fan
          union all
          select member.n, game.n, member.n * 1000000 + game.n, entry.created_at
          from bench.member member
          join user_games entry on entry.user_id = member.id
          join bench.game game on game.id = entry.game_id and game.n between 1 and ${BY_PLAYER}
          where member.n between ${players}
        ) review
        join bench.member member on member.n = review.m
        join bench.game game on game.n = review.g
        left join user_games entry on entry.user_id = member.id and entry.game_id = game.id
        cross join lateral (select left(
          'Review ' || key || '. ' || repeat('It takes its time, and then it does not let you sleep. ', 50),
          40 + floor(2000 * bench.chance(key, 93) ^ 4)::integer
        ) as words) written`,
    },
    {
      what: 'listed reviews in order',
      sql: `create table bench.review as
        select row_number() over (order by created_at desc, id desc) - 1 as n, id, user_id, game_id, created_at
        from reviews where is_listed`,
    },
    ...(['review_likes', 'review_bookmarks'] as const).map((table) => {
      const [share, salt] = table === 'review_likes' ? [0.15, 101] : [0.05, 111]
      return {
        what: table.replace('_', ' '),
        sql: `insert into ${table} (review_id, user_id, created_at)
          select review.id, member.id,
            review.created_at + (now() - review.created_at) * bench.chance(review.n * 10000 + i, ${salt})
          from bench.review review
          cross join lateral generate_series(1,
            floor(least(${Math.ceil(members / 20)}, ${share} / bench.chance(review.n, ${salt + 1})))::integer) i
          join bench.member member
            on member.n = (floor(${members} * bench.chance(review.n, ${salt + 2}))::bigint + i * 7919) % ${members}
          where member.id <> review.user_id`,
      }
    }),
    ...(['likes', 'bookmarks'] as const).map((marks) => ({
      what: `counts of ${marks}`,
      sql: `update reviews set ${marks}_count = counted.marks
        from (select review_id, count(*) as marks from review_${marks} group by review_id) counted
        where counted.review_id = reviews.id`,
    })),
    {
      what: 'counts of reviews',
      sql: `insert into game_review_counts (game_id, platform, half_stars, reviews)
        select game_id, coalesce(platform, ''), rating * 2, count(*) from reviews where is_listed group by 1, 2, 3`,
    },
    {
      what: 'public stars',
      sql: `insert into public_stars (user_id, game_id, half_stars) ${PUBLIC_STARS}`,
    },
    {
      what: 'counts of stars',
      sql: `insert into game_star_counts (game_id, half_stars, members)
        select game_id, half_stars, count(*) from public_stars group by 1, 2`,
    },
    {
      what: 'counts of members',
      sql: `insert into game_member_counts (game_id, added, playing, finished, dropped) ${MEMBERS_OF_GAMES}`,
    },
  ]
}
