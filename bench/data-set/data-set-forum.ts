import type { Shape } from '../options.ts'
import { CAST, KINDS, type Step } from './data-set-tables.ts'

const POSTS_PER_THREAD = 25
/** One thread has one of this many posts. */
const SHARE_OF_LONG = 50
const MAX_SUBSCRIBERS = 20_000
/**
 * How many threads a member who signs in has opened and follows, and how many posts the member likes. The numbers are
 * fixed, so that only the tables grow.
 */
const READ = 2000
const FOLLOWED = 500
const LIKED = 2000
const WORDS = [
  ...['shelf', 'boss', 'ending', 'patch', 'speedrun', 'save', 'controller', 'soundtrack', 'story', 'level', 'cover'],
  ...['release', 'remake', 'sequel', 'puzzle', 'platform', 'secret', 'ship', 'castle', 'quest', 'build', 'co-op'],
]

export const threadsOf = ({ posts }: Shape): number => Math.ceil(posts / POSTS_PER_THREAD)

/** Returns how many posts the long thread has, which is number 0 in `bench.thread`. */
export const longThread = ({ posts }: Shape): number => Math.floor(posts / SHARE_OF_LONG)

/** Returns how many members follow the long thread, as far as there are members who do not sign in. */
export const mostSubscribers = ({ members }: Shape): number => Math.min(MAX_SUBSCRIBERS, members - CAST)

/**
 * Returns the steps that write threads, posts, likes, read marks and subscriptions, and fill the counts from these rows:
 * triggers are off while the data set is created. Posts are stored in the order of time, so those of a busy thread lie
 * between the posts of all others, as in a forum that grew.
 */
export function forumSteps(shape: Shape): Step[] {
  const { members, posts } = shape
  const threads = threadsOf(shape)
  const long = longThread(shape)
  const words = (key: string, salt: number, count: string) =>
    `(select string_agg((array['${WORDS.join("', '")}'])[1 + floor(${WORDS.length} * bench.chance(${key} * 1000 + w, ${salt}))::integer], ' ')
      from generate_series(1, ${count}) w)`
  return [
    {
      // Half of the posts are in a quarter of the threads.
      what: 'sizes of threads',
      sql: `create table bench.thread as
        select n, uuidv7(began - now()) as id, began, coalesce(posts, 0)::integer as posts,
          began + (now() - began) * least(1, case when n = 0 then 1 else bench.chance(n, 202) end) as ended
        from (select n, now() - interval '700 days' * case when n = 0 then 1 else bench.chance(n, 201) end as began
          from generate_series(0::bigint, ${threads - 1}) n) thread
        left join (
          select case when i < ${long} then 0 else 1 + floor(${threads - 1} * bench.chance(i, 203) ^ 2)::bigint end as n,
            count(*) as posts
          from generate_series(0::bigint, ${posts - 1}) i group by 1
        ) drawn using (n)`,
    },
    {
      what: 'posts in the order of time',
      sql: `create table bench.post as
        select row_number() over (order by at, thread, number) - 1 as n, uuidv7(at - now()) as id, thread, number, at,
          (floor(${members} * bench.chance(thread * 1000000 + number, 204) ^ 2)::integer + ${CAST}) % ${members} as m
        from (
          select n as thread, number, began + (ended - began) * number / (posts + 1) as at
          from bench.thread cross join lateral generate_series(1, posts) number
        ) post`,
    },
    {
      // Titles name a game, as most do, so a search for a word finds a part of them. Every reader reads the long thread, so its
      // author is a member that nobody blocks.
      what: 'threads',
      sql: `insert into forum_threads (id, category_id, author_id, game_id, title, body, body_html, pinned, locked,
          posts_count, last_number, shown_number, last_post_at, hidden_at, deleted_at, created_at, updated_at)
        select thread.id, category, member.id,
          case when category = 2 or thread.n % 10 = 0 then game.id end,
          left('Thread ' || thread.n || ': ' || ${words('thread.n', 205, '3')} || coalesce(' in ' || games.name, ''), 120), text, '<p>' || text || '</p>',
          thread.n between 1 and 15, thread.n > 15 and bench.chance(thread.n, 206) < 0.02,
          0, posts, 0, began, case when thread.n > 15 and bench.chance(thread.n, 207) < 0.002 then began end,
          case when thread.n > 15 and bench.chance(thread.n, 208) < 0.005 then began end, began, began
        from bench.thread thread
        cross join lateral (select
          case when thread.n = 0 then 1 else (array[1, 1, 1, 1, 2, 2, 2, 3, 4, 5])[1 + floor(10 * bench.chance(thread.n, 209))::integer] end
            as category,
          ${words('thread.n', 210, '60')} as text) drawn
        join bench.member member
          on member.n = case when thread.n = 0 then ${KINDS.famous}
            else (floor(${members} * bench.chance(thread.n, 211) ^ 2)::integer + ${CAST}) % ${members} end
        left join bench.game game
          on game.n = floor((select count(*) from bench.game) * bench.chance(thread.n, 212) ^ 2)::integer
        left join games on games.id = game.id
        order by thread.id`,
    },
    {
      // One post in six quotes an earlier one. The text is a part of a long one, which is faster than drawing each word.
      what: 'posts',
      batches: { count: posts, size: 500_000 },
      sql: `insert into forum_posts (id, thread_id, number, author_id, quoted_post_id, content, content_html, excerpt,
          hidden_at, deleted_at, created_at, updated_at)
        select post.id, thread.id, post.number, member.id, quoted.id, text, '<p>' || text || '</p>', left(text, 300),
          case when bench.chance(post.n, 213) < 0.001 then post.at end,
          case when bench.chance(post.n, 214) < 0.01 then post.at end, post.at, post.at
        from bench.post post
        join bench.thread thread on thread.n = post.thread
        join bench.member member on member.n = post.m
        left join bench.post quoted on bench.chance(post.n, 215) < 1 / 6.0 and quoted.thread = post.thread
          and quoted.number = post.number - 1 - floor(10 * bench.chance(post.n, 216))::integer
        cross join (select ${words('0::bigint', 217, '300')} as words) drawn
        cross join lateral (select 'Post ' || post.n || ': ' ||
          substr(words, 1 + floor(900 * bench.chance(post.n, 218))::integer, 30 + floor(800 * bench.chance(post.n, 219) ^ 3)::integer) as text
        ) written
        where post.n >= $1 and post.n < $2
        order by post.n`,
    },
    {
      what: 'likes of posts and threads',
      sql: `insert into forum_likes (user_id, type, item_id, created_at)
        select user_id, type, item_id, min(at) from (
          select member.id as user_id, 'post' as type, post.id as item_id, post.at
          from bench.post post
          cross join lateral generate_series(1, floor(least(${Math.ceil(members / 20)}, 0.04 / bench.chance(post.n, 220)))::integer) i
          join bench.member member on member.n = (floor(${members} * bench.chance(post.n, 221))::bigint + i * 7919) % ${members}
          where member.n <> post.m
          union all
          select member.id, 'thread', thread.id, thread.began
          from bench.thread thread
          cross join lateral generate_series(1, floor(least(${Math.ceil(members / 20)}, 0.2 / bench.chance(thread.n, 222)))::integer) i
          join bench.member member on member.n = (floor(${members} * bench.chance(thread.n, 223))::bigint + i * 7919) % ${members}
          union all
          select member.id, 'post', post.id, post.at
          from bench.member member
          cross join generate_series(1, ${Math.min(LIKED, posts)}) i
          join bench.post post on post.n = (member.n * 31 + i * ${Math.max(1, Math.floor(posts / LIKED))}::bigint) % ${posts}
          where member.n < ${CAST} and member.n <> post.m
        ) mark
        group by 1, 2, 3
        order by 1, 2, 3`,
    },
    {
      what: 'likes of posts',
      sql: `update forum_posts set likes_count = counted.likes
        from (select item_id, count(*) as likes from forum_likes where type = 'post' group by item_id) counted
        where counted.item_id = forum_posts.id`,
    },
    {
      what: 'counts of threads',
      sql: `update forum_threads set posts_count = coalesce(counted.posts, 0), shown_number = coalesce(counted.number, 0),
          likes_count = coalesce(marks.likes, 0), last_post_at = coalesce(counted.at, forum_threads.created_at)
        from bench.thread thread
        left join (
          select thread_id, count(*) as posts, max(number) as number, max(created_at) as at
          from forum_posts where is_shown group by thread_id
        ) counted on counted.thread_id = thread.id
        left join (
          select item_id, count(*) as likes from forum_likes where type = 'thread' group by item_id
        ) marks on marks.item_id = thread.id
        where thread.id = forum_threads.id`,
    },
    {
      what: 'counts of categories',
      sql: `update forum_categories set threads_count = (
          select count(*) from forum_threads where category_id = forum_categories.id and is_listed
        )`,
    },
    {
      // Those who sign in opened 2,000 threads, the others a few hundred or a handful, most of them busy ones.
      what: 'read threads',
      sql: `insert into forum_reads (user_id, thread_id, number, read_at)
        select member.id, thread.id, floor(thread.posts * bench.chance(key, 225))::integer, thread.ended
        from (
          select n, floor(${threads} * bench.chance(n * 10000 + i, 226) ^ 2)::bigint as t
          from (
            select n, generate_series(1, least(300, ceil(4 / (bench.chance(n, 227) + 0.008)))::integer) as i
            from generate_series(${CAST}::bigint, ${members - 1}) n
          ) wish
          union
          select n, i from generate_series(0::bigint, ${CAST - 1}) n, generate_series(0::bigint, ${Math.min(READ, threads) - 1}) i
        ) opened
        join bench.member member using (n)
        join bench.thread thread on thread.n = opened.t
        cross join lateral (select member.n * 1000000::bigint + thread.n as key) drawn
        order by member.id, thread.id`,
    },
    {
      // A third of what was read, the long thread by 20,000 members, and by those who sign in 500 threads.
      what: 'subscriptions to threads',
      sql: `insert into forum_subscriptions (user_id, thread_id, is_on, created_at)
        select member.id, thread.id, bench.chance(member.n * 1000000::bigint + thread.n, 228) < 0.95, thread.began
        from forum_reads mark
        join bench.member member on member.id = mark.user_id
        join bench.thread thread on thread.id = mark.thread_id and thread.n > 0
        where case when member.n < ${CAST} then thread.n <= ${FOLLOWED}
          else bench.chance(member.n * 1000000::bigint + thread.n, 229) < 1 / 3.0 end
        union all
        select member.id, thread.id, true, thread.began
        from bench.member member
        join bench.thread thread on thread.n = 0
        where member.n between ${CAST} and ${CAST + mostSubscribers(shape) - 1}
        order by 1, 2`,
    },
    {
      what: 'forums marked as read',
      sql: `insert into forum_all_reads (user_id, read_at)
        select id, now() - interval '90 days' from bench.member where n % 2 = 0`,
    },
    { what: 'end of the posts in order', sql: 'drop table bench.post' },
  ]
}
