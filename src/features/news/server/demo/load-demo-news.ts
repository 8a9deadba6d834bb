import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import type { UserId } from '#shared/ids.ts'
import { slugOf } from '../../news.rules.ts'
import { insertNews, lockSlugs, rememberSlug } from '../admin/admin-news.queries.ts'
import type { NewsDeps } from '../news.service.ts'
import { renderNews } from '../text/news-text.ts'
import { DEMO_POSTS, type DemoPost } from './demo-posts.ts'

/** The demo's posts appear at this hour, UTC. */
const POSTED_AT_MS = 9 * HOUR_MS

/** Inserts the news of the demo world, unless there are posts already. */
export function loadDemoNews(deps: NewsDeps): Promise<void> {
  return inTransaction(deps, async ({ db, clock, config }) => {
    // Several nodes may start at the same time.
    await lockSlugs(db)
    if (await db.selectFrom('news_posts').select('id').limit(1).executeTakeFirst()) return
    const now = clock()
    const author = await findAuthor(db)
    if (!author) return
    const pictures = await findPictures(db, author, now)
    for (const post of DEMO_POSTS.toReversed())
      await insertPost(db, { post, author, pictures, now, secret: config.secret })
  })
}

type Pictures = Record<'{{year}}' | '{{list}}', string | null>

/** The job's schedule announces the scheduled post: the queue is not open yet when the demo is loaded. */
async function insertPost(
  db: Db,
  given: { post: DemoPost; author: UserId; pictures: Pictures; now: Date; secret: string },
): Promise<void> {
  const { post, author, pictures, now } = given
  const { day, status = 'published', picture, badge = null, ...words } = post
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const at = new Date(today + day * DAY_MS + POSTED_AT_MS)
  const isWaiting = status === 'published' && at > now
  const content = post.content.replace(/\{\{(?:year|list)\}\}/g, (name) => pictures[name as keyof Pictures] ?? '')
  const slug = slugOf(post.title)
  const news = {
    ...words,
    ...renderNews(given.secret, content),
    content,
    slug,
    badge,
    status,
    featured_image: picture === undefined ? null : pictures[picture],
    published_at: status === 'published' ? at : null,
    announced_at: status === 'published' && !isWaiting ? at : null,
  }
  const id = await insertNews(db, news, author, at < now ? at : now)
  await rememberSlug(db, id, slug, now)
}

/** Returns the demo's main member: the one with the largest library. */
async function findAuthor(db: Db): Promise<UserId | null> {
  const { rows } = await sql<{ user_id: UserId }>`
    select user_id from user_games group by user_id order by count(*) desc, user_id limit 1`.execute(db)
  return rows[0]?.user_id ?? null
}

/** Returns the drawings of the author's current year and of the best liked shared list. */
async function findPictures(db: Db, author: UserId, now: Date): Promise<Pictures> {
  const { rows } = await sql<{ id: string }>`
    select list.id from lists list join profiles on profiles.id = list.user_id
    where is_shared and hidden_at is null and coalesce(profiles.settings ->> 'visibility', 'public') = 'public'
    order by likes_count desc, list.id limit 1`.execute(db)
  return {
    '{{year}}': `/api/profiles/${author}/years/${now.getUTCFullYear()}/picture`,
    '{{list}}': rows[0] ? `/api/lists/${rows[0].id}/picture` : null,
  }
}
