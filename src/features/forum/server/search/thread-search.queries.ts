import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Viewer } from '#server/session.ts'
import { lexemeOf, patternOf, titleRank } from '#server/title-search.ts'
import type { ForumThreadId } from '#shared/ids.ts'
import type { CategorySlug } from '../../forum.rules.ts'
import { isReadableThread } from '../forum.queries.ts'

export interface FoundThreadRow {
  id: ForumThreadId
  title: string
  slug: CategorySlug
  category: string
  posts_count: number
}

/** Limits the threads to rank, so that a common word does not sort half of all threads. */
const CANDIDATES = 200
/** A search looks at the titles of this many of the newest threads first. */
const WALKED = 500
/** The index of words is not asked for words that more threads than this seem to have. */
const MOST_INDEXED = 2000
/** The index of words is asked for a word that so few of the newest titles have, and for others that are nearly as rare. */
const RARE = WALKED / 100

/** What order and visibility need of a candidate, and what is shown. Not the texts. */
const CANDIDATE = sql`
  thread.id, thread.title, thread.title_words, thread.category_id, thread.author_id, thread.posts_count,
  thread.last_post_at, thread.is_listed, thread.deleted_at`

/**
 * Finds threads by the words of their titles: those that the viewer may read. Hidden and held ones are left out, for
 * moderators too. Best title first, then the latest.
 *
 * The index of words reads all entries of a word, a hundred thousand of a common one. So the titles of the newest threads
 * show first how common the words are. If more than 2,000 threads seem to have all of them, the newest ones are the
 * candidates. Else the index finds the candidates, by the rarer words. Where there are fewer than 2,000 threads, it always
 * does. PostgreSQL estimates nothing from the words, because they are read from a subquery, so it keeps its plan.
 */
export async function findThreads(
  db: Db,
  viewer: Viewer | null,
  words: readonly string[],
  most: number,
): Promise<FoundThreadRow[]> {
  if (words.length === 0) return []
  const lexemes = sql`(select ${words.map(lexemeOf)}::text[])::text[]`
  const [only, ...others] = words.map(lexemeOf)
  const indexed = others.length === 0 ? sql`(select ${only}::tsquery)` : sql`(select words from indexed)`
  const has = words.map((word) => sql`title_words like (select ${patternOf(word)}::text)`)
  const hasAll = sql.join(has, sql` and `)
  const counts = has.map((condition) => sql`count(*) filter (where ${condition})`)
  const threads = sql`(select sum(threads_count) from forum_categories)`
  const { rows } = await sql<FoundThreadRow>`
    with newest as materialized (
      select id, title_words from forum_threads where is_listed order by id desc limit ${sql.lit(WALKED)}
    ),
    matching as materialized (select id from newest where ${hasAll}),
    common as materialized (
      select count(*) >= greatest(${most}::bigint, ${sql.lit(WALKED * MOST_INDEXED)} / greatest(1, ${threads})) as is_true
      from matching
    ),
    indexed as materialized (
      select string_agg(lexeme, ' & ')::tsquery as words
      from (
        select lexeme, titles, min(titles) over () as fewest
        from (
          select unnest(${lexemes}) as lexeme, unnest(array[${sql.join(counts)}]) as titles from newest
        ) word
      ) word
      where titles <= greatest(${sql.lit(RARE)}, 2 * fewest)
    ),
    candidates as (
      (
        select ${CANDIDATE}
        from (select id from matching where (select is_true from common) limit ${sql.lit(CANDIDATES)}) matching
        join forum_threads thread using (id)
      )
      union all
      (
        select ${CANDIDATE} from forum_threads thread
        where not (select is_true from common) and is_listed
          and title_lexemes(title_words) @@ ${indexed} and ${hasAll}
        limit ${sql.lit(CANDIDATES)}
      )
    )
    select thread.id, thread.title, category.slug, category.name as category, thread.posts_count
    from candidates thread
    join forum_categories category on category.id = thread.category_id
    where ${isReadableThread(viewer)}
    order by ${titleRank(sql`thread.title_words`, words)}, thread.last_post_at desc, thread.id desc
    limit ${most}`.execute(db)
  return rows
}
