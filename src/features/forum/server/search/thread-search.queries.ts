import { sql } from 'kysely'
import { type Db, plannedEachTime } from '#db/db.ts'
import type { Viewer } from '#server/session.ts'
import { hasWords, titleRank } from '#server/title-search.ts'
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

/**
 * Finds threads by the words of their titles: those that the viewer may read. Hidden and held ones are left out, for
 * moderators too. Best title first, then the latest.
 * Planned each time: a rare word is found by its index, but the first titles of the table have a common one, and
 * reading its hundred thousand entries of the index would take longer than all the rest.
 */
export async function findThreads(
  db: Db,
  viewer: Viewer | null,
  words: readonly string[],
  most: number,
): Promise<FoundThreadRow[]> {
  const { rows } = await sql<FoundThreadRow>`${plannedEachTime}
    select thread.id, thread.title, category.slug, category.name as category, thread.posts_count
    from (
      select * from forum_threads where is_listed and ${hasWords(sql`title_words`, words)} limit ${CANDIDATES}
    ) thread
    join forum_categories category on category.id = thread.category_id
    where ${isReadableThread(viewer)}
    order by ${titleRank(sql`thread.title_words`, words)}, thread.last_post_at desc, thread.id desc
    limit ${most}`.execute(db)
  return rows
}
