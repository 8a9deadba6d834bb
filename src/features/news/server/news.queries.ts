import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import { cacheForAMinute } from '#server/minute-cache.ts'
import type { NewsId, UserId } from '#shared/ids.ts'
import type { NewsFilter } from '../news.endpoints.ts'
import type { NewsCategory, NewsStatus } from '../news.rules.ts'

export interface NewsRow {
  id: NewsId
  slug: string
  title: string
  excerpt: string
  word_count: number
  featured_image: string | null
  category: NewsCategory
  badge: string | null
  status: NewsStatus
  published_at: Date | null
  created_at: Date
  updated_at: Date
  author_id: UserId | null
  username: string | null
  display_name: string | null
}

/** The author of a disabled account is left out. */
const POST = sql`
  post.id, post.slug, post.title, post.excerpt, post.word_count, post.featured_image, post.category, post.badge,
  post.status, post.published_at, post.created_at, post.updated_at, author.id as author_id, author.username,
  author.display_name`
const AUTHOR = sql`left join profiles author on author.id = post.author_id and author.disabled_at is null`

/** The condition that visitors see the post (C63). */
const isVisible = (now: Date) => sql<boolean>`(post.status = 'published' and post.published_at <= ${now})`

const hasState = (state: NewsFilter, now: Date): RawBuilder<boolean> => {
  if (state === 'published') return isVisible(now)
  if (state === 'scheduled') return sql<boolean>`(post.status = 'published' and post.published_at > ${now})`
  return state === 'all' ? sql<boolean>`true` : sql<boolean>`post.status = ${state}`
}

export interface NewsListFilter {
  state: NewsFilter
  category: NewsCategory | undefined
  isFeatured: boolean
  search: string
}

const wordsOf = (search: string): string[] =>
  search
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\0]/g, '')
    .split(/\s+/)
    .filter((word) => word !== '')

/** Returns the condition that a post contains every word, or a word that begins with it, without case and accents. */
function isFound(search: string): RawBuilder<boolean> {
  // A quoted word with `:*` is a prefix; the parser drops everything that is no word.
  const terms = wordsOf(search).map((word) => `'${word.replace(/[\\']/g, '$&$&')}':*`)
  // Accents alone are no word.
  if (terms.length === 0) return sql<boolean>`false`
  return sql<boolean>`post.words @@ to_tsquery('simple', ${terms.join(' & ')})`
}

/** A search looks for its posts among this many of the newest first. */
const WALKED = 100
/** More found posts are not counted, as of games (C40). */
export const MAX_COUNTED = 1000

/**
 * Returns the ids of the newest posts that a search finds. A common word is in most posts, so some of the newest have it,
 * and the index of words would return thousands to sort. A rarer one is found by that index: PostgreSQL cannot estimate
 * how rare a prefix is, and would read the words of all posts in their order.
 */
function foundIds(
  wanted: RawBuilder<unknown>,
  order: { by: RawBuilder<unknown>; walked: RawBuilder<unknown> },
  { limit, offset }: { limit: number; offset: number },
): RawBuilder<unknown> {
  const { by, walked } = order
  const last = sql`${limit + offset}::bigint`
  return sql`
    with newest as materialized (
      select post.id from (
        select * from news_posts post where ${walked} order by ${by} limit ${sql.lit(WALKED)}
      ) post
      where ${wanted} limit ${last}
    ),
    every as materialized (
      select post.id from news_posts post where (select count(*) from newest) < ${last} and ${wanted}
    )
    select post.id from (
      select id from every union all select id from newest where (select count(*) from newest) = ${last}
    ) found
    join news_posts post using (id)
    order by ${by} limit ${limit} offset ${offset}`
}

/** Lists posts, the newest first. Drafts are ordered by the day on which they were created. */
export async function listNews(
  db: Db,
  { state, category, isFeatured, search }: NewsListFilter,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<{ rows: NewsRow[]; total: number }> {
  const among = sql`
    ${hasState(state, now)}
    ${category === undefined ? sql`` : sql`and post.category = ${category}`}
    ${isFeatured ? sql`and (post.category = 'Feature' or lower(post.badge) = 'featured')` : sql``}`
  const wanted = search === '' ? among : sql`${among} and ${isFound(search)}`
  const order =
    state === 'published'
      ? sql`post.published_at desc, post.id desc`
      : sql`coalesce(post.published_at, post.created_at) desc, post.id desc`
  const [{ rows }, counted] = await Promise.all([
    search === ''
      ? sql<NewsRow>`
          select ${POST} from news_posts post ${AUTHOR} where ${wanted}
          order by ${order} limit ${limit} offset ${offset}`.execute(db)
      : sql<NewsRow>`
          select ${POST} from news_posts post ${AUTHOR}
          where post.id = any(array(${foundIds(wanted, { by: order, walked: among }, { limit, offset })}))
          order by ${order}`.execute(db),
    search === ''
      ? sql<{ total: number }>`select count(*) as total from news_posts post where ${wanted}`.execute(db)
      : sql<{ total: number }>`
          select count(*) as total
          from (select from news_posts post where ${wanted} limit ${sql.lit(MAX_COUNTED)}) counted`.execute(db),
  ])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Reads the words of the newest posts, a line for each: they show how common words are. */
async function sampleWords(db: Db, now: Date): Promise<string> {
  const { rows } = await sql<{ words: string }>`
    select coalesce(string_agg(' ' || array_to_string(tsvector_to_array(words), ' '), E'\n'), '') as words from (
      select post.words from news_posts post where ${isVisible(now)}
      order by post.published_at desc, post.id desc limit ${sql.lit(WALKED)}
    ) newest`.execute(db)
  return rows[0]?.words ?? ''
}

/** Creates a cache of the sample. */
export const cacheNewestWords = (db: Db, clock: Clock) => cacheForAMinute(() => sampleWords(db, clock()))

/** Returns whether at least so many posts of the sample have all words. */
function areAmong(newest: string, search: string, many: number): boolean {
  const words = wordsOf(search.toLowerCase())
  let found = 0
  for (const post of newest.split('\n'))
    if (words.every((word) => post.includes(` ${word}`)) && ++found >= many) return true
  return false
}

type FoundNewsRow = Pick<NewsRow, 'id' | 'slug' | 'title' | 'category'> & { published_at: Date }

/**
 * Finds visible posts that contain every word, the newest first. If the sample of the newest posts has too few with them, it
 * does not look at these first: their words take ten times as long to read as the index.
 */
export async function findNews(
  db: Db,
  search: string,
  { limit, now, newest }: { limit: number; now: Date; newest?: string },
): Promise<FoundNewsRow[]> {
  const by = sql`post.published_at desc, post.id desc`
  const wanted = sql`${isVisible(now)} and ${isFound(search)}`
  const ids =
    newest === undefined || areAmong(newest, search, limit)
      ? foundIds(wanted, { by, walked: isVisible(now) }, { limit, offset: 0 })
      : sql`
        with every as materialized (select post.id, post.published_at from news_posts post where ${wanted})
        select post.id from every post order by ${by} limit ${limit}`
  const { rows } = await sql<FoundNewsRow>`
    with found as materialized (select array(${ids}) as ids)
    select post.id, post.slug, post.title, post.category, post.published_at
    from news_posts post where post.id = any((select ids from found)::uuid[]) order by ${by}`.execute(db)
  return rows
}

export interface ArticleRow extends NewsRow {
  content_html: string
}

/** Finds a post by its id, or by a slug that it has or had. */
export async function findArticle(db: Db, by: { id: NewsId } | { slug: string }): Promise<ArticleRow | undefined> {
  const wanted =
    'id' in by ? sql`post.id = ${by.id}::uuid` : sql`post.id = (select post_id from news_slugs where slug = ${by.slug})`
  const { rows } = await sql<ArticleRow>`
    select ${POST}, post.content_html from news_posts post ${AUTHOR} where ${wanted}`.execute(db)
  return rows[0]
}

export interface NeighbourRow {
  side: 'previous' | 'next'
  slug: string
  title: string
}

/** Returns the visible posts directly before and after a post. */
export async function listNeighbours(
  db: Db,
  { id, published_at }: { id: NewsId; published_at: Date },
  now: Date,
): Promise<NeighbourRow[]> {
  const at = sql`(${published_at}::timestamptz, ${id}::uuid)`
  const { rows } = await sql<NeighbourRow>`
    (select 'previous' as side, slug, title from news_posts post
     where ${isVisible(now)} and (published_at, id) < ${at}
     order by published_at desc, id desc limit 1)
    union all
    (select 'next' as side, slug, title from news_posts post
     where ${isVisible(now)} and (published_at, id) > ${at}
     order by published_at, id limit 1)`.execute(db)
  return rows
}

/** Lists the newest visible posts with their texts. */
export async function listArticles(db: Db, limit: number, now: Date): Promise<ArticleRow[]> {
  const { rows } = await sql<ArticleRow>`
    select ${POST}, post.content_html from news_posts post ${AUTHOR}
    where ${isVisible(now)}
    order by post.published_at desc, post.id desc
    limit ${limit}`.execute(db)
  return rows
}
