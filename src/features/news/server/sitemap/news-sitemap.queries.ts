import { sql } from 'kysely'
import { inRange, type SitemapKind } from '#server/sitemap.ts'
import { tag } from '#server/tags.ts'

const PUBLIC = sql`news_posts where status = 'published' and published_at <= now()`

/** Published posts whose time has come (G19, G63). */
export const newsSitemap: SitemapKind = {
  name: 'news',
  idType: 'uuid',
  ids: sql`select news_posts.id from ${PUBLIC}`,
  tags: [tag.news],
  async list(db, range, most) {
    const { rows } = await sql<{ slug: string; changed: Date }>`
      select slug, greatest(updated_at, published_at) as changed from ${PUBLIC} and ${inRange(sql`id`, range, 'uuid')}
      order by id limit ${most}`.execute(db)
    return rows.map(({ slug, changed }) => ({ path: `/news/${encodeURIComponent(slug)}`, changed }))
  },
}
