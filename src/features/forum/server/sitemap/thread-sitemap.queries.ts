import { sql } from 'kysely'
import { inRange, type SitemapKind } from '#server/sitemap.ts'
import { threadPath } from '../../forum.rules.ts'

/** Threads that visitors see (G63). */
export const threadSitemap: SitemapKind = {
  name: 'threads',
  idType: 'uuid',
  ids: sql`select forum_threads.id from forum_threads where forum_threads.is_listed`,
  async list(db, range, most) {
    const { rows } = await sql<{ id: string; last_post_at: Date }>`
      select id, last_post_at from forum_threads
      where is_listed and ${inRange(sql`id`, range, 'uuid')}
      order by id limit ${most}`.execute(db)
    return rows.map(({ id, last_post_at }) => ({ path: threadPath(id), changed: last_post_at }))
  },
}
