import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Viewer } from '#server/session.ts'
import { isWholeTitle, lexemeOf, patternOf, titleRank } from '#server/title-search.ts'
import type { ForumThreadId } from '#shared/ids.ts'
import type { CategorySlug } from '../../forum.rules.ts'
import { isReadableThread, isUnblocked } from '../forum.queries.ts'

export interface FoundThreadRow {
  id: ForumThreadId
  title: string
  slug: CategorySlug
  category: string
  posts_count: number
}

/** Limits the threads to rank, all of which the viewer may read, so that a common word does not sort half of all threads. */
const CANDIDATES = 200
/** How common words are is counted in the titles of this many of the newest threads. */
export const SAMPLED = 2000
/** The index of words is not asked for words that more threads than this seem to have. */
const MAX_INDEXED = 500
/**
 * The index of words is asked for the rarest word, and for others that are at most so many times as common: reading an entry
 * of the index takes a third of the time of reading a thread.
 */
const NEARLY_AS_RARE = 3

/** What order and visibility need of a candidate, and what is shown. Not the texts. */
const CANDIDATE = sql`
  thread.id, thread.title, thread.title_words, thread.category_id, thread.author_id, thread.posts_count,
  thread.last_post_at, thread.is_listed, thread.deleted_at`

/** The newest titles, by which a search knows how common words are. */
export interface TitleSample {
  titles: readonly string[]
  /** How often each word is in them. */
  words: ReadonlyMap<string, number>
  /** How many threads there are. */
  threads: number
}

/** Reads the titles as one text: a row for each would take several times as long. */
export async function sampleTitles(db: Db): Promise<TitleSample> {
  const { rows } = await sql<{ titles: string | null; threads: number }>`
    select (
      select string_agg(title_words, E'\n') from (
        select title_words from forum_threads where is_listed order by id desc limit ${sql.lit(SAMPLED)}
      ) newest
    ) as titles, (select coalesce(sum(threads_count), 0) from forum_categories) as threads`.execute(db)
  const { titles = null, threads = 0 } = rows[0] ?? {}
  return sampleOf(titles?.split('\n') ?? [], threads)
}

/** Counts the words of titles. */
export function sampleOf(titles: readonly string[], threads: number): TitleSample {
  const words = new Map<string, number>()
  for (const title of titles) for (const word of title.split(' ')) words.set(word, (words.get(word) ?? 0) + 1)
  return { titles, words, threads }
}

function timesBegun({ words }: TitleSample, beginning: string): number {
  let times = 0
  for (const [word, many] of words) if (word.startsWith(beginning)) times += many
  return times
}

/**
 * Finds threads by the words of their titles: those that the viewer may read. Hidden and held ones are left out, for
 * moderators too. Best title first, then the latest.
 *
 * The index of words reads all entries of a word, a hundred thousand of a common one. So the sample says first how common
 * the words are. If more than 500 threads seem to have all of them, the newest ones are the candidates. Else the index
 * finds the candidates, by the rarest words; it does so too if the newest threads no longer have what the sample has.
 */
export async function findThreads(
  db: Db,
  viewer: Viewer | null,
  words: readonly string[],
  most: number,
  sample: TitleSample,
): Promise<FoundThreadRow[]> {
  if (words.length === 0) return []
  const counts = words.map((word) => timesBegun(sample, word))
  const fewest = Math.min(...counts)
  const common = (SAMPLED * MAX_INDEXED) / Math.max(SAMPLED, sample.threads)
  const hasAll = sql.join(
    words.map((word) => sql`title_words like (select ${patternOf(word)}::text)`),
    sql` and `,
  )
  const rank = { words, most }
  const least = Math.max(most, common)
  const hasEach = (title: string) => words.every((word) => title.includes(` ${word}`))
  if (fewest >= least && sample.titles.filter(hasEach).length >= least) {
    const found = await findAmong(db, viewer, newestWith(viewer, hasAll), rank)
    if (found.length >= most) return found
  }
  const rare = NEARLY_AS_RARE * Math.max(1, fewest)
  const lexemes = words.filter((_, at) => (counts[at] as number) <= rare).map(lexemeOf)
  const isIndexed = sql`
    is_listed and title_lexemes(title_words) @@ (select ${lexemes.join(' & ')}::tsquery) and ${hasAll}`
  return findAmong(db, viewer, indexedWith(viewer, isIndexed), rank)
}

/** Reads only as many threads for their authors as it takes. */
const newestWith = (viewer: Viewer | null, hasAll: RawBuilder<unknown>) => sql`
  select ${CANDIDATE} from (
    select id from (
      select id, title_words from forum_threads where is_listed order by id desc limit ${sql.lit(SAMPLED)}
    ) newest
    where ${hasAll}
  ) matching
  join forum_threads thread using (id)
  where ${isUnblocked(viewer, sql`thread.author_id`)}
  limit ${sql.lit(CANDIDATES)}`

/** PostgreSQL estimates nothing from words that are read from a subquery, so it keeps its plan. */
const indexedWith = (viewer: Viewer | null, isIndexed: RawBuilder<unknown>) => sql`
  select ${CANDIDATE} from forum_threads thread
  where ${isIndexed} and ${isUnblocked(viewer, sql`thread.author_id`)}
  limit ${sql.lit(CANDIDATES)}`

/** Ranks the candidates. */
async function findAmong(
  db: Db,
  viewer: Viewer | null,
  candidates: RawBuilder<unknown>,
  { words, most }: { words: readonly string[]; most: number },
): Promise<FoundThreadRow[]> {
  const isWhole = sql`is_listed and ${isWholeTitle(sql`title_words`, words, { keepsPlan: true })}`
  const { rows } = await sql<FoundThreadRow>`
    with candidates as materialized ((${candidates}) union (${indexedWith(viewer, isWhole)}))
    select thread.id, thread.title, category.slug, category.name as category, thread.posts_count
    from candidates thread
    join forum_categories category on category.id = thread.category_id
    where ${isReadableThread(viewer)}
    order by ${titleRank(sql`thread.title_words`, words)}, thread.last_post_at desc, thread.id desc
    limit ${most}`.execute(db)
  return rows
}
