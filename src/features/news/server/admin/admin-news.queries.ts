import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { NewsId, UserId } from '#shared/ids.ts'
import type { NewsDraft } from '../../news.schemas.ts'

/** The stored fields that an editor changes, and the fields computed from them. */
export interface StoredNews extends Omit<NewsDraft, 'published_at'> {
  content_html: string
  word_count: number
  published_at: Date | null
  announced_at: Date | null
}

export interface LockedNews extends StoredNews {
  id: NewsId
  updated_at: Date
}

/** Writers of slugs wait for each other, so that a slug that is free stays free until the transaction ends. */
export async function lockSlugs(db: Db): Promise<void> {
  await sql`lock table news_slugs in share row exclusive mode`.execute(db)
}

/** Returns which of these slugs belong to other posts than this one. */
export async function listTakenSlugs(db: Db, slugs: readonly string[], id: NewsId | null): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from news_slugs
    where slug = any(${slugs}::text[]) and post_id is distinct from ${id}::uuid`.execute(db)
  return new Set(rows.map(({ slug }) => slug))
}

export async function rememberSlug(db: Db, id: NewsId, slug: string, at: Date): Promise<void> {
  await db
    .insertInto('news_slugs')
    .values({ slug, post_id: id, created_at: at })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
}

export async function insertNews(db: Db, news: StoredNews, author: UserId, at: Date): Promise<NewsId> {
  const { id } = await db
    .insertInto('news_posts')
    .values({ ...news, author_id: author, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id as NewsId
}

/** Locks a post until the transaction ends. */
export async function lockNews(db: Db, id: NewsId): Promise<LockedNews | undefined> {
  const { rows } = await sql<LockedNews>`
    select id, slug, title, excerpt, content, content_html, word_count, featured_image, category, badge, status,
      published_at, announced_at, updated_at
    from news_posts where id = ${id}::uuid for update`.execute(db)
  return rows[0]
}

export async function updateNews(db: Db, id: NewsId, news: StoredNews, at: Date): Promise<void> {
  await db
    .updateTable('news_posts')
    .set({ ...news, updated_at: at })
    .where('id', '=', id)
    .execute()
}

export async function deleteNews(db: Db, id: NewsId): Promise<void> {
  await db.deleteFrom('news_posts').where('id', '=', id).execute()
}

/**
 * Marks the scheduled posts whose time has come, and returns how many they are. Each post is marked once, whichever node
 * is first.
 */
export async function markAnnounced(db: Db, now: Date): Promise<number> {
  const { rows } = await sql`
    update news_posts set announced_at = ${now}
    where status = 'published' and announced_at is null and published_at <= ${now}
    returning id`.execute(db)
  return rows.length
}

/** Finds the text of a post as its editor needs it. */
export async function findSource(
  db: Db,
  id: NewsId,
): Promise<{ content: string; featured_image: string | null } | undefined> {
  return db.selectFrom('news_posts').select(['content', 'featured_image']).where('id', '=', id).executeTakeFirst()
}
