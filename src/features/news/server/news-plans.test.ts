import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#db/db.ts'
import type { NewsId } from '#shared/ids.ts'
import { planOf, stepsOf } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { cacheNewestWords, findArticle, findNews, listNeighbours, listNews, MAX_COUNTED } from './news.queries.ts'

const app = useTestApp()
const NOW = new Date('2026-12-01T10:00:00Z')
const PAGE = { limit: 12, offset: 0, now: NOW }
const FILTER = { state: 'published', category: undefined, isFeatured: false, search: '' } as const

/** 5,000 posts, one an hour, and a tenth of them featured. */
beforeAll(async () => {
  await sql`
    insert into news_posts (slug, title, excerpt, content, category, badge, status, published_at, announced_at)
    select 'post-' || n, 'Post ' || n, 'About ' || n, 'word' || n || ' text',
      (array['Community', 'Security', 'Announcement', 'Product Update', 'Product Update'])[1 + n % 5],
      case when n % 10 = 0 then 'Featured' end, 'published', ${NOW}::timestamptz - n * interval '1 hour', ${NOW}
    from generate_series(1, 5000) n`.execute(app.db)
  await sql`insert into news_slugs (slug, post_id) select slug, id from news_posts`.execute(app.db)
  await sql`vacuum analyze news_posts, news_slugs`.execute(app.db)
})

test.each([
  ['news_posts_published', FILTER],
  ['news_posts_featured', { ...FILTER, isFeatured: true }],
  ['news_posts_listed', { ...FILTER, state: 'all' }],
] as const)('the first page of a list reads the index %s', async (index, filter) => {
  const plan = await planOf(app, (db) => listNews(db, filter, PAGE))
  expect(plan).toContain(`Index Scan using ${index}`)
  expect(plan).not.toContain('Seq Scan on news_posts')
})

test('the neighbours of a post are one step each', async () => {
  const post = { id: '01900000-0000-7000-8000-000000000000' as NewsId, published_at: NOW }
  const plan = await planOf(app, (db) => listNeighbours(db, post, NOW))
  expect(plan).toMatch(/Index Scan using news_posts_published/)
  expect(plan).toMatch(/Index Scan Backward using news_posts_published/)
  expect(plan).not.toContain('Seq Scan')
})

test('a slug is looked up', async () => {
  const plan = await planOf(app, (db) => findArticle(db, { slug: 'post-1' }))
  expect(plan).toContain('Index Scan using news_slugs_pkey')
  expect(plan).not.toContain('Seq Scan on news')
})

test('a search reads its index, also for the first page', async () => {
  const plan = await planOf(app, (db) => listNews(db, { ...FILTER, search: 'word4711' }, PAGE))
  expect(plan).toContain('Bitmap Index Scan on news_posts_words')
})

const readsOf = async (search: string) => {
  const reads: number[] = []
  for (const plan of ['generic', 'custom'] as const)
    for (const query of [
      (db: Db) => listNews(db, { ...FILTER, search }, PAGE),
      (db: Db) => findNews(db, search, { limit: 6, now: NOW }),
    ]) {
      const steps = await stepsOf(app, plan, query)
      expect(steps.filter(({ kind }) => kind === 'Seq Scan')).toEqual([])
      reads.push(steps.reduce((sum, { rows }) => sum + rows, 0))
    }
  return Math.max(...reads)
}

test('a word of all posts is found among the newest, which are the result', async () => {
  expect(await readsOf('text')).toBeLessThan(50)
  const { rows, total } = await listNews(app.db, { ...FILTER, search: 'text' }, { ...PAGE, offset: 24 })
  expect(rows.map(({ slug }) => slug)).toEqual(Array.from({ length: 12 }, (_, at) => `post-${25 + at}`))
  expect(total).toBe(MAX_COUNTED)
})

test('a rare word is found beyond the newest', async () => {
  expect(await readsOf('word4711')).toBeLessThan(200)
  const found = await listNews(app.db, { ...FILTER, search: 'word471' }, { ...PAGE, limit: 3 })
  expect(found.rows.map(({ slug }) => slug)).toEqual(['post-471', 'post-4710', 'post-4711'])
  expect(found.total).toBe(11)
  // So it is with a filter, and the number is that of all matches.
  for (const [filter, slugs] of [
    [{ category: 'Security' }, ['post-471', 'post-4711', 'post-4716']],
    [{ isFeatured: true }, ['post-4710']],
  ] as const) {
    const { rows, total } = await listNews(app.db, { ...FILTER, ...filter, search: 'word471' }, PAGE)
    expect([rows.map(({ slug }) => slug), total]).toEqual([slugs, slugs.length])
  }
  const latest = await findNews(app.db, 'word471', { limit: 2, now: NOW })
  expect(latest.map(({ slug }) => slug)).toEqual(['post-471', 'post-4710'])
})

test('with a sample of the newest, a search reads these only for words that they have', async () => {
  const newest = await cacheNewestWords(app.db, () => NOW)()
  const posts = async (search: string, sample?: string) =>
    findNews(app.db, search, { limit: 2, now: NOW, ...(sample !== undefined && { newest: sample }) })
  for (const search of ['word471', 'text', 'TEXT word1', 'text word4999', 'text nothing', 'nothing', '!'])
    expect([search, await posts(search, newest)]).toEqual([search, await posts(search)])
  for (const plan of ['generic', 'custom'] as const) {
    const rowsOf = async (search: string) => {
      const steps = await stepsOf(app, plan, (db) => findNews(db, search, { limit: 6, now: NOW, newest }))
      expect(steps.filter(({ kind }) => kind === 'Seq Scan')).toEqual([])
      return steps.reduce((sum, { rows }) => sum + rows, 0)
    }
    expect(await rowsOf('word4711')).toBeLessThan(5)
    expect(await rowsOf('text')).toBeLessThan(30)
  }
})

test('a rare category is found by its index', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from news_posts post
    where status = 'published' and published_at <= ${sql.lit(NOW.toISOString())}::timestamptz and category = 'Feature'
    order by published_at desc, id desc limit 12`.execute(app.db)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('news_posts_category')
})
