import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/db.ts'
import type { Viewer } from '#server/session.ts'
import type { ForumThreadId, GameId } from '#shared/ids.ts'
import { addGames, viewerWith } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { keepsPlans, type PlanStep, stepsOf, storeRows } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { THREAD_SORTS } from '../forum.rules.ts'
import * as queries from './forum.queries.ts'
import * as lists from './lists/thread-lists.queries.ts'
import { markRead } from './reading/forum-reading.queries.ts'
import { findThreads, SAMPLED, sampleOf, sampleTitles } from './search/thread-search.queries.ts'

const app = useTestApp()
const GAME = 'igdb_101' as GameId
const LONG = '00000000-0000-7000-8000-000000000001' as ForumThreadId
/** A page shows 20 threads, and asks for one more to know whether there are more. */
const LIMIT = 21
/** The most rows that a step for one page reads: 21 of each of five categories, and those of blocked members between. */
const FEW = 150

let mara: Viewer
let readers: readonly (Viewer | null)[]
let moderators: readonly Viewer[]

/** Five categories with 1,000 threads each, 200 about one game, and one thread with 5,000 posts. */
beforeAll(async () => {
  await addGames(app, [GAME], () => 'Hades')
  const members: Member[] = []
  for (const username of ['mara', 'juno', 'tobi', 'sol']) members.push(await signUp(app, { username }))
  mara = viewerWith(members[0]?.user.id ?? '')
  moderators = [{ ...mara, role: 'moderator' }]
  readers = [null, mara, ...moderators]
  const authors = sql`${members.map(({ user }) => user.id)}::uuid[]`
  // Many members with a few rows each, as in production: one member's rows are a small part of a table.
  await sql`
    with people as (
      insert into "user" (name, email) select 'p' || n, 'p' || n || '@example.org' from generate_series(1, 300) n
      returning id
    )
    insert into profiles (id, username) select id, 'p' || right(id::text, 12) from people`.execute(app.db)
  await sql`
    insert into user_blocks (blocker_id, blocked_id)
    values (${members[0]?.user.id}, ${members[3]?.user.id})`.execute(app.db)
  await sql`
    insert into games (id, data_source, source_id, name, search_text)
    select 'igdb_' || n, 'igdb', n, 'Game ' || n, '| game ' || n || ' |' from generate_series(1001, 1500) n
    on conflict do nothing`.execute(app.db)
  await storeRows(app, async (db) => {
    await sql`
      insert into forum_threads (
        id, category_id, author_id, game_id, title, body, body_html, pinned, likes_count, last_number, shown_number,
        posts_count, last_post_at, held_at
      )
      select case when n = 1 then ${LONG}::uuid else uuidv7() end, 1 + n % 5, (${authors})[1 + n / 5 % 4],
        case when n % 25 = 0 then ${GAME} when n % 5 = 1 then 'igdb_' || 1001 + n % 500 end,
        'Thread number ' || n, 'What do you play?', 'What do you play?', n % 500 = 0, n % 37,
        case when n = 1 then 5000 else 3 end, case when n = 1 then 5000 else 3 end, case when n = 1 then 5000 else 3 end,
        timestamptz '2026-01-01' + n * interval '7 minutes', case when n % 100 = 7 then now() end
      from generate_series(1, 5000) n`.execute(db)
    await sql`
      insert into forum_posts (thread_id, number, author_id, content, content_html, excerpt, created_at, held_at)
      select thread.id, n, (${authors})[1 + n % 4], 'Hades, again.', 'Hades, again.', 'Hades, again.',
        timestamptz '2026-01-01' + n * interval '1 minute', case when n % 100 = 7 then now() end
      from forum_threads thread cross join lateral generate_series(1, thread.last_number) n`.execute(db)
    await sql`
      update forum_categories set threads_count = (
        select count(*) from forum_threads thread where thread.category_id = forum_categories.id and thread.is_listed
      )`.execute(db)
    for (const table of ['forum_reads', 'forum_subscriptions'])
      await sql`
        insert into ${sql.table(table)} (user_id, thread_id ${table === 'forum_reads' ? sql`, number` : sql``})
        select member.id, thread.id ${table === 'forum_reads' ? sql`, 2` : sql``}
        from forum_threads thread
        join (select id, row_number() over (order by id) as place from profiles) member
          on thread.last_number > 3 or (member.place + thread.likes_count * 7 + thread.category_id) % 60 = 0`.execute(
        db,
      )
    await sql`
      insert into forum_likes (user_id, type, item_id)
      select member.id, 'post', post.id from forum_posts post cross join unnest(${authors}) as member (id)
      where post.thread_id = ${LONG}`.execute(db)
  })
  await sql`
    vacuum analyze forum_threads, forum_posts, forum_reads, forum_subscriptions, forum_likes, forum_categories,
      user_blocks, profiles`.execute(app.db)
}, 60_000)

/** Tables so small here that PostgreSQL may read them whole. */
const SMALL = new Set(['forum_categories', 'profiles', 'user_blocks', 'forum_all_reads', 'user_games'])

/** Reads the plan for all values and the plan for these, and expects that each step reads few rows, by an index. */
async function expectFew(query: (db: Db) => Promise<unknown>, most = FEW): Promise<PlanStep[]> {
  const steps: PlanStep[] = []
  for (const plan of ['generic', 'custom'] as const) {
    const found = (await stepsOf(app, plan, query)).filter(({ table }) => !SMALL.has(table))
    expect(found.filter(({ kind, rows }) => rows > most || kind === 'Seq Scan')).toEqual([])
    steps.push(...found)
  }
  return steps
}

const indexesOf = (steps: readonly PlanStep[], table: string) =>
  new Set(steps.flatMap((step) => (step.table === table ? [step.index] : [])))

test('each page of a long thread is read by the numbers of its posts, the last one like the first', async () => {
  for (const viewer of readers)
    for (const from of [1, 2501, 4981]) {
      const steps = await expectFew((db) => queries.listPosts(db, viewer, LONG, { from, to: from + 19 }))
      expect(indexesOf(steps, 'forum_posts')).toContain('forum_posts_thread_id_number_key')
    }
})

test('a thread and its last number are each read by its id', async () => {
  for (const viewer of readers) {
    await expectFew((db) => queries.findThread(db, viewer, LONG), 5)
    await expectFew((db) => queries.findLastNumber(db, viewer, LONG), 5)
  }
})

const part = { limit: LIMIT, after: null, offset: 0 }
const INDEXES = {
  category: { latest: 'forum_threads_latest', top: 'forum_threads_top' },
  game: { latest: 'forum_threads_game', top: 'forum_threads_game_top' },
} as const

test('each order of a category and of a game reads the first page, and the page after a cursor, from its index', async () => {
  for (const viewer of readers)
    for (const sort of THREAD_SORTS)
      for (const [filter, indexes] of [
        [{ category: 'general' }, INDEXES.category],
        [{ gameId: GAME }, INDEXES.game],
      ] as const) {
        const first = await lists.listThreads(app.db, viewer, filter, { ...part, sort })
        expect(first).toHaveLength(LIMIT)
        const last = first[LIMIT - 1] as lists.ThreadListRow
        const after = { ...last, value: sort === 'top' ? last.likes_count : last.last_post_at.getTime() }
        for (const place of [null, after]) {
          const steps = await expectFew((db) => lists.listThreads(db, viewer, filter, { ...part, sort, after: place }))
          expect(indexesOf(steps, 'forum_threads')).toContain(indexes[sort])
        }
      }
})

test.each([
  ['a category', { category: 'general' }],
  ['a game', { gameId: GAME }],
  ['all categories', { latest: true }],
] as const)('the plan for a first page of %s is cached', async (_, filter) => {
  for (const viewer of readers)
    for (const sort of THREAD_SORTS)
      expect(await keepsPlans(app, (db) => lists.listThreads(db, viewer, filter, { ...part, sort }))).toEqual([true])
})

test('the ids of a later page are found first, so the plan that joins tables is cached', async () => {
  for (const viewer of readers) {
    const kept = await keepsPlans(app, (db) =>
      lists.listThreads(db, viewer, { category: 'general' }, { ...part, sort: 'latest', offset: 600 }),
    )
    expect(kept.at(-1)).toBe(true)
  }
})

test('a page by its number skips the threads before it in the index alone', async () => {
  for (const viewer of readers) {
    const steps = await expectFew(
      (db) => lists.listThreads(db, viewer, { category: 'general' }, { ...part, sort: 'latest', offset: 600 }),
      1000,
    )
    const skipping = steps.filter(({ rows, table }) => rows > FEW && table === 'forum_threads')
    expect(skipping.length).toBeGreaterThan(0)
    expect(new Set(skipping.map(({ kind, index }) => `${kind} ${index}`))).toEqual(
      new Set(['Index Only Scan forum_threads_latest']),
    )
  }
})

test('the latest threads of all are the first of each category, and are not counted one by one', async () => {
  for (const viewer of readers) {
    const steps = await expectFew((db) => lists.listThreads(db, viewer, { latest: true }, { ...part, sort: 'latest' }))
    expect(indexesOf(steps, 'forum_threads')).toContain('forum_threads_last_post')
  }
  for (const viewer of [null, ...moderators]) await expectFew((db) => lists.countThreads(db, viewer, { latest: true }))
})

test('the threads of a category are counted by the stored number', async () => {
  for (const viewer of [null, ...moderators])
    await expectFew((db) => lists.countThreads(db, viewer, { category: 'general' }), 0)
})

test('the threads that a member follows are found by the subscriptions, with what is unread', async () => {
  const steps = await expectFew((db) => lists.listThreads(db, mara, { subscribed: true }, { ...part, sort: 'latest' }))
  expect(indexesOf(steps, 'forum_subscriptions')).toEqual(new Set(['forum_subscriptions_pkey']))
  expect(indexesOf(steps, 'forum_reads')).toEqual(new Set(['forum_reads_pkey']))
  await expectFew((db) => lists.countThreads(db, mara, { subscribed: true }))
})

test('marking a thread as read looks for one later post, by its number', async () => {
  for (const number of [0, 2500, 5000]) {
    const steps = await expectFew((db) => markRead(db, mara, LONG, { number, at: new Date('2026-01-02') }), 20)
    expect(indexesOf(steps, 'forum_posts')).toEqual(new Set(['forum_posts_thread_id_number_key']))
  }
})

test('lists of threads find the author of the latest post in an index, without reading the post', async () => {
  const waysToPosts = (steps: readonly PlanStep[]) =>
    new Set(steps.flatMap(({ table, kind }) => (table === 'forum_posts' ? [kind] : [])))
  for (const viewer of readers) {
    const threads = (db: Db) => lists.listThreads(db, viewer, { category: 'general' }, { ...part, sort: 'latest' })
    expect(waysToPosts(await expectFew(threads))).toEqual(new Set(['Index Only Scan']))
    expect(waysToPosts(await expectFew((db) => lists.listCategories(db, viewer)))).toEqual(new Set(['Index Only Scan']))
  }
})

test('the latest thread of each category is one look into an index', async () => {
  for (const viewer of readers) {
    const steps = await expectFew((db) => lists.listCategories(db, viewer), 20)
    expect(indexesOf(steps, 'forum_threads')).toEqual(new Set(['forum_threads_last_post']))
    expect(indexesOf(steps, 'forum_posts')).toEqual(new Set(['forum_posts_thread_id_number_key']))
  }
})

describe('a search for words of titles', () => {
  const WORDS = { rare: ['4711'], several: ['number', '48'], frequent: ['thread'], short: ['th', 't'] }
  const stepsFor = async (plan: 'generic' | 'custom', words: readonly string[]) =>
    (await stepsOf(app, plan, (db) => queryFor(words)(db))).filter(({ table }) => table === 'forum_threads')
  const find = async (db: Db, viewer: Viewer | null, words: readonly string[]) =>
    findThreads(db, viewer, words, 6, await sampleTitles(app.db))
  const queryFor = (words: readonly string[]) => (db: Db) => find(db, mara, words)

  /** Either index has the order; which one is cheaper depends on where the rows of new threads are. */
  const NEWEST = expect.stringMatching(/^forum_threads_(newest|pkey)$/)

  test('that are rare is read from the index of words', async () => {
    for (const plan of ['generic', 'custom'] as const) {
      const steps = await stepsFor(plan, WORDS.rare)
      expect(steps).toContainEqual(expect.objectContaining({ kind: 'Bitmap Heap Scan', rows: 1 }))
      expect(steps.filter(({ rows }) => rows > 1)).toEqual([])
    }
  })

  test('counts them in the newest titles, which it reads in the order of an index', async () => {
    const { titles, words, threads } = await sampleTitles(app.db)
    expect(words.get('number')).toBe(SAMPLED)
    expect([titles.length, titles[0], threads]).toEqual([SAMPLED, ' thread number 5000', 4950])
    const steps = (await stepsOf(app, 'custom', sampleTitles)).filter(({ table }) => table === 'forum_threads')
    expect(steps).toMatchObject([{ index: NEWEST }])
    // Held threads stand between them.
    expect(steps[0]?.rows).toBeLessThan(SAMPLED + FEW)
  })

  test('finds the others by the index if the newest threads no longer have what the sample has', async () => {
    const sample = sampleOf(
      Array.from({ length: SAMPLED }, () => ' number 4711'),
      5000,
    )
    const rows = await findThreads(app.db, null, ['number', '4711'], 6, sample)
    expect(rows.map(({ title }) => title)).toEqual(['Thread number 4711'])
  })

  test('also reads the index of whole titles, so the oldest thread of thousands is found by its title', async () => {
    const [oldest] = await app.db
      .updateTable('forum_threads')
      .set({ title: 'Thread number' })
      .where('title', '=', 'Thread number 1')
      .returning('title')
      .execute()
    const rows = await find(app.db, null, ['thread', 'number'])
    expect([oldest?.title, rows[0]?.title]).toEqual(['Thread number', 'Thread number'])
    const steps = await stepsFor('generic', ['thread', 'number'])
    expect(steps.map(({ index }) => index)).toContain('forum_threads_whole_title')
    await app.db
      .updateTable('forum_threads')
      .set({ title: 'Thread number 1' })
      .where('title', '=', 'Thread number')
      .execute()
  })

  test('that thousands of threads have does not ask the index of words', async () => {
    for (const words of [WORDS.frequent, WORDS.short])
      for (const plan of ['generic', 'custom'] as const) {
        const steps = await stepsFor(plan, words)
        expect(steps.filter(({ kind, rows }) => kind.startsWith('Bitmap') && rows > 0)).toEqual([])
        expect(steps.filter(({ rows }) => rows > 200)).toMatchObject([{ index: NEWEST }])
        expect(Math.max(...steps.map(({ rows }) => rows))).toBeLessThan(FEW + 500)
      }
  })

  test('keeps its plan, whatever the words are', async () => {
    for (const words of Object.values(WORDS)) expect(await keepsPlans(app, queryFor(words))).toEqual([true])
  })

  test('finds the latest threads with a common word, and the best title among all with a rarer one', async () => {
    const numbers = async (words: readonly string[]) =>
      (await find(app.db, null, words)).map(({ title }) => Number(title.replace('Thread number ', '')))
    expect(await numbers(WORDS.frequent)).toEqual([5000, 4999, 4998, 4997, 4996, 4995])
    expect(await numbers(WORDS.rare)).toEqual([4711])
    // None of the newest has them.
    expect(await numbers(['number', '12'])).toEqual([1299, 1298, 1297, 1296, 1295, 1294])
    expect(await numbers(['thread', 'number', '12'])).toEqual([12, 1299, 1298, 1297, 1296, 1295])
  })
})
