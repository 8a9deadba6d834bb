import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import { findWrongCounts } from './data-set-counts.ts'
import { longThread, mostSubscribers, threadsOf } from './data-set-forum.ts'
import { PLAYED_YEAR } from './data-set-journals.ts'
import { mostOfAGame } from './data-set-reviews.ts'
import { dropIndexes, stepsFor, switchTriggers } from './data-set-steps.ts'
import { CAST, KINDS, SCAFFOLD } from './data-set-tables.ts'
import { drawReviews, drawThreads } from './drawn.ts'

const SHAPE = { games: 1100, members: 120, entries: 1200, activities: 1000, reviews: 2200, posts: 1000 }
let database: Awaited<ReturnType<typeof cloneDatabase>>
let client: pg.Client

beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  await client.query(SCAFFOLD)
  // Members who sign up and games that the app stores, in the least that the steps need.
  await client.query(
    `with made as (
        insert into "user" (name, email) select 'reader-' || n, n || '@example.com' from generate_series(0, $1::int - 1) n
        returning id, name
      ), named as (
        insert into profiles (id, username) select id, name from made
      )
      insert into bench.member (n, id) select substr(name, 8)::integer, id from made`,
    [CAST],
  )
  await client.query(
    `with made as (
        insert into games (id, data_source, source_id, name, search_text)
        select 'igdb_' || n, 'igdb', n, 'Game ' || n, '| game ' || n || ' |' from generate_series(1, $1::int) n
        returning id, source_id
      )
      insert into bench.game (n, id) select source_id - 1, id from made`,
    [SHAPE.games],
  )
  await switchTriggers(client, 'off')
  const definitions = await dropIndexes(client)
  for (const { sql, batches } of stepsFor(SHAPE)) await client.query(sql, batches ? [0, batches.count] : [])
  for (const definition of definitions) await client.query(definition)
  await switchTriggers(client, 'on')
})

afterAll(async () => {
  await client?.end()
  await database?.drop()
})

const one = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows[0]

test('every reader may read what is drawn, the long thread first', async () => {
  const blocked = 'select from user_blocks where user_blocks.blocker_id = author or user_blocks.blocked_id = author'
  const all = `select id, n, author_id as author from bench.thread join forum_threads using (id)
    union all select id, n, user_id from bench.review`
  const threads = await drawThreads(client, 1000)
  const drawn = [...threads, ...(await drawReviews(client, 1000))]
  expect(drawn.length).toBeGreaterThan(100)
  expect(await one(`select count(*)::int from (${all}) written where exists (${blocked})`)).not.toEqual({ count: 0 })
  expect(
    await one(`select count(*)::int from (${all}) written where id = any($1) and exists (${blocked})`, [drawn]),
  ).toEqual({ count: 0 })
  expect(await one('select n::int from bench.thread where id = $1', [threads[0]])).toEqual({ n: 0 })
})

test('the data set has as many rows as its shape says, with one game that most members have reviewed', async () => {
  expect(await one('select count(*)::int from reviews')).toEqual({ count: SHAPE.reviews })
  expect(mostOfAGame(SHAPE)).toBe(45)
  expect(
    await one('select count(*)::int from reviews join bench.game game on game.id = game_id where game.n = 0'),
  ).toEqual({ count: 45 })
  expect(await one('select max(games_count)::int from lists')).toEqual({ max: 1000 })
})

test('there are news posts with their addresses', async () => {
  expect(await one('select count(*)::int, max(length(content_html)) > 1000 as long from news_posts')).toEqual({
    count: SHAPE.reviews,
    long: true,
  })
  expect(await one('select count(*)::int from news_slugs')).toEqual({ count: SHAPE.reviews })
})

test('the forum has one long thread with many subscribers, and its posts are numbered in the order of time', async () => {
  expect(await one('select count(*)::int from forum_posts')).toEqual({ count: SHAPE.posts })
  expect(await one('select count(*)::int from forum_threads')).toEqual({ count: threadsOf(SHAPE) })
  const long = '(select id from bench.thread where n = 0)'
  expect(await one(`select last_number from forum_threads where id = ${long}`)).toEqual({
    last_number: longThread(SHAPE),
  })
  expect(await one(`select count(*)::int from forum_subscriptions where thread_id = ${long} and is_on`)).toEqual({
    count: mostSubscribers(SHAPE),
  })
  expect(
    await one(`select count(*)::int from forum_posts earlier join forum_posts later using (thread_id)
      where earlier.number < later.number and earlier.created_at > later.created_at`),
  ).toEqual({ count: 0 })
  expect(
    await one(`select count(*) > 100 as many, count(*) filter (where quoted.number >= post.number)::int as later
      from forum_posts post join forum_posts quoted on quoted.id = post.quoted_post_id`),
  ).toEqual({ many: true, later: 0 })
})

test('a member has a play session of each game in one year, and a journal', async () => {
  const player = `(select id from bench.member where n = ${KINDS.players})`
  const year = `between '${PLAYED_YEAR}-01-01' and '${PLAYED_YEAR}-12-31'`
  expect(
    await one(`select count(distinct game_id)::int from play_sessions where user_id = ${player} and played_on ${year}`),
  ).toEqual({ count: SHAPE.games })
  expect(
    await one(
      `select count(distinct date)::int from journal_entries where user_id = ${player} and type = 'progress' and date ${year}`,
    ),
  ).toEqual({ count: 365 })
})

test('every counter equals its rows, and a wrong one is found', async () => {
  expect(await findWrongCounts(client)).toEqual([])
  await client.query('begin')
  await client.query(`update reviews set likes_count = likes_count + 1 where id = (select id from reviews limit 1)`)
  await client.query(`delete from game_review_counts where reviews = (select max(reviews) from game_review_counts)`)
  await client.query(`update lists set games_count = games_count - 1 where games_count = 1000`)
  await client.query(`delete from journal_entries where type = 'list'`)
  await client.query(`update forum_threads set posts_count = posts_count + 1 where last_number > 20`)
  await client.query(`update forum_posts set likes_count = likes_count + 1 where number = 1`)
  await client.query(`update forum_categories set threads_count = threads_count + 1`)
  const wrong = await findWrongCounts(client)
  await client.query('rollback')
  expect(wrong.map((sentence) => sentence.replace(/^\d+ /, ''))).toEqual([
    'likes and bookmarks of reviews differ from the rows',
    'reviews of games differ from the rows',
    'games and likes of lists differ from the rows',
    'posts and likes of threads differ from the rows',
    'likes of posts differ from the rows',
    'threads of categories differ from the rows',
    'journal entries of reviews and lists differ from the rows',
  ])
})

test('triggers that are on again count what the app writes', async () => {
  await client.query('begin')
  await client.query(`delete from review_likes`)
  await client.query(`delete from reviews where rating < 3`)
  await client.query(`delete from play_sessions where minutes > 60`)
  await client.query(`delete from forum_likes using bench.member where member.id = user_id and member.n < 2`)
  await client.query(`update forum_posts set hidden_at = now() where number % 3 = 0`)
  await client.query(`update forum_threads set deleted_at = now() where last_number < 20`)
  const wrong = await findWrongCounts(client)
  await client.query('rollback')
  expect(wrong).toEqual([])
})
