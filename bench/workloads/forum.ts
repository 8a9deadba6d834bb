import { setTimeout as sleep } from 'node:timers/promises'
import { NOTIFY_SUBSCRIBERS } from '#features/forum/server/writing/post-writing.service.ts'
import { longThread, mostSubscribers, threadsOf } from '../data-set/data-set-forum.ts'
import { withClient } from '../database/postgres.ts'
import type { ReadRequest } from '../load/load.ts'
import { pacedOverHttp } from '../load/paced-http.ts'
import { PAGE_PAUSE_MS, READERS_AT_ONCE } from '../load/paced-readers.ts'
import { latePage, longThreadOf, POSTS_OF, THREAD_LISTS, threadLists } from '../paths.ts'
import { atMost, figure, type Section } from '../report/report.ts'
import { percentile } from '../report/statistics.ts'
import type { Actor, World } from '../world.ts'
import { FIFTY_READERS, measureReads } from './fifty-readers.ts'

const READ_MS = 30
const POST_MS = 10
const POSTS_PER_MEMBER = 10
/** The first round is not measured, because it warms up the app and the client. */
const POST_ROUNDS = 4
/** Pages that visitors read once, so that none of them comes from the page cache. */
const UNCACHED = 4000
const JOB_TIMEOUT_MS = 60_000

/** Measures the forum: pages of threads and of categories, what is unread, and writing posts. */
export async function forumWorkload(world: World): Promise<Section> {
  const { app, cast, options, threadIds } = world
  const long = longThreadOf(world)
  const last = latePage(world)
  const asMembers = (paths: readonly string[]): ReadRequest[] => {
    const cookies = [...world.cookies, ...cast.players.map(({ visitor }) => visitor.cookie())]
    const turns = Math.max(paths.length, cookies.length)
    return Array.from({ length: turns }, (_, turn) => ({
      path: paths[turn % paths.length] ?? '',
      headers: { cookie: cookies[turn % cookies.length] ?? '' },
    }))
  }
  const { table, verdicts } = await measureReads(
    world,
    [
      { name: 'the page of a long thread', isPage: true, requests: asMembers([`/forum/thread/${long}`]) },
      {
        name: `page ${figure(last)} of a long thread`,
        isPage: true,
        requests: asMembers([`/forum/thread/${long}?page=${last}`]),
      },
      { name: 'pages of all threads', isPage: true, requests: asMembers(threadIds.map((id) => `/forum/thread/${id}`)) },
      {
        name: 'the page of a category',
        isPage: true,
        requests: asMembers(['/forum/general', '/forum/game-talk', '/forum/help']),
      },
      { name: `posts of page ${figure(last)}`, requests: asMembers([`${POSTS_OF(long)}?page=${last}`]) },
      { name: 'threads of categories', requests: asMembers(threadLists()) },
      { name: 'unread counts of followed threads', requests: asMembers([`${THREAD_LISTS}?subscribed=1`]) },
    ].map((read) => ({ ...read, limit: READ_MS })),
  )
  const uncached = await pacedOverHttp({
    port: app.port,
    requests: (await threadPages(world)).map((path) => ({ path, headers: {} })),
    seconds: options.seconds * 4,
    pauseMs: PAGE_PAUSE_MS,
    isOnce: true,
  })
  const posts = await measurePosts(world)
  return {
    title: 'Forum',
    method: `${FIFTY_READERS} ${figure(threadsOf(options.shape))} threads; the long one has ${figure(longThread(options.shape))} posts and ${figure(mostSubscribers(options.shape))} subscribers. Members read, because visitors share cached pages; each has opened 2,000 threads, follows 500 and likes 2,000 posts, and five of them are in blocks with twenty members. Uncached pages: ${READERS_AT_ONCE} visitors, who each read another page of a thread every ${PAGE_PAUSE_MS} ms. Posting: one post after the other, in a thread with many subscribers and in one with few, after some unmeasured posts, while the app notifies the subscribers; the bench deletes all posts again.`,
    tables: [
      table,
      {
        head: ['', 'p50 ms', 'p99 ms'],
        rows: [
          ['visitors’ pages that are not cached', figure(uncached.p50), figure(uncached.p99)],
          ...posts.map(({ where, milliseconds }) => [
            `posting in a thread with ${where}`,
            figure(percentile(milliseconds, 0.5)),
            figure(percentile(milliseconds, 0.99)),
          ]),
        ],
      },
    ],
    verdicts: [
      ...verdicts,
      atMost(
        `p99 of a visitor’s uncached page of a thread at ${READERS_AT_ONCE} readers`,
        READ_MS,
        uncached.p99,
        'ms',
        `p50 ${figure(uncached.p50)} ms of ${uncached.questions}`,
      ),
      ...posts.map(({ where, milliseconds }) =>
        atMost(
          `p50 of a post in a thread with ${where}`,
          POST_MS,
          percentile(milliseconds, 0.5),
          'ms',
          `p99 ${figure(percentile(milliseconds, 0.99))} ms of ${milliseconds.length}`,
        ),
      ),
    ],
  }
}

/** Returns pages of threads in a random order that is always the same, each once. */
async function threadPages({ dataSet }: World): Promise<string[]> {
  return withClient(dataSet.postgres.connectionString, async (client) => {
    const { rows } = await client.query<{ id: string; page: number }>(
      `select thread.id, page from bench.thread numbered
       join forum_threads thread using (id)
       cross join lateral generate_series(1, greatest(1, ceil(thread.last_number / 20.0))::integer) page
       where thread.is_listed
       order by bench.chance(numbered.n * 10000 + page, 301) limit $1`,
      [UNCACHED],
    )
    return rows.map(({ id, page }) => `/forum/thread/${id}?page=${page}`)
  })
}

interface Replied {
  where: string
  milliseconds: number[]
}

/** Measures replies in the thread with the most subscribers and in one with the fewest, in turns. */
async function measurePosts(world: World): Promise<Replied[]> {
  const threads = await threadsToPostIn(world)
  const members = await Promise.all(
    world.cast.few.map(async (actor) => ({ actor, token: await actor.visitor.token() })),
  )
  const taken = threads.map(({ subscribers }) => ({
    where: `${figure(subscribers)} subscribers`,
    milliseconds: [] as number[],
  }))
  try {
    for (let round = 0; round < POST_ROUNDS; round += 1)
      for (let turn = 0; turn < POSTS_PER_MEMBER; turn += 1)
        for (const [at, { id }] of threads.entries())
          for (const { actor, token } of members) {
            const began = performance.now()
            await actor.visitor.write(POSTS_OF(id), { content: `Reply ${turn} of round ${round}, as before.` }, token)
            if (round > 0) taken[at]?.milliseconds.push(performance.now() - began)
          }
  } finally {
    await removePosts(world, threads)
  }
  return taken
}

interface PostedIn {
  id: string
  subscribers: number
  posts_count: number
  last_number: number
  shown_number: number
  last_post_at: Date
}

async function threadsToPostIn({ dataSet }: World): Promise<PostedIn[]> {
  return withClient(dataSet.postgres.connectionString, async (client) => {
    const { rows } = await client.query<PostedIn>(
      `with found as (
         (select id from bench.thread where n = 0)
         union all
         (select id from bench.thread numbered join forum_threads thread using (id)
          where n > 15 and thread.is_listed and not thread.locked
            and not exists (select from forum_subscriptions where thread_id = thread.id)
          order by n desc limit 1)
       )
       select id, posts_count, last_number, shown_number, last_post_at,
         (select count(*)::integer from forum_subscriptions where thread_id = thread.id and is_on) as subscribers
       from found join forum_threads thread using (id) order by last_number desc`,
    )
    return rows
  })
}

/** Makes the threads as they were, and deletes the work for their subscribers. */
async function removePosts({ cast, dataSet }: World, threads: readonly PostedIn[]): Promise<void> {
  const ids = threads.map(({ id }) => id)
  await withClient(dataSet.postgres.connectionString, async (client) => {
    const began = performance.now()
    for (let running = 1; running > 0 && performance.now() - began < JOB_TIMEOUT_MS; await sleep(200)) {
      await client.query(`delete from pgboss.job where name = $1 and state in ('created', 'retry')`, [
        NOTIFY_SUBSCRIBERS,
      ])
      const { rowCount } = await client.query(`select from pgboss.job where name = $1 and state = 'active'`, [
        NOTIFY_SUBSCRIBERS,
      ])
      running = rowCount ?? 0
    }
    await client.query(`delete from notifications where type = 'forum_reply' and subject_id = any($1)`, [ids])
    await client.query('delete from forum_subscriptions where thread_id = any($1) and user_id = any($2)', [
      ids,
      cast.few.map(({ id }: Actor) => id),
    ])
    for (const { id, posts_count, last_number, shown_number, last_post_at } of threads) {
      await client.query('delete from forum_posts where thread_id = $1 and number > $2', [id, last_number])
      await client.query('update forum_reads set number = $2 where thread_id = $1 and number > $2', [id, last_number])
      await client.query(
        `update forum_threads set posts_count = $2, last_number = $3, shown_number = $4, last_post_at = $5
         where id = $1`,
        [id, posts_count, last_number, shown_number, last_post_at],
      )
    }
  })
}
