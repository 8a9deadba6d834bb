import { sql } from 'kysely'
import { inRange, type SitemapKind } from '#server/sitemap.ts'

/** Public reviews that are not hidden, of members who are not disabled (G63). */
export const reviewSitemap: SitemapKind = {
  name: 'reviews',
  idType: 'uuid',
  ids: sql`select reviews.id from reviews where reviews.is_listed`,
  async list(db, range, most) {
    const { rows } = await sql<{ id: string; updated_at: Date }>`
      select reviews.id, reviews.updated_at from reviews
      where reviews.is_listed and ${inRange(sql`reviews.id`, range, 'uuid')}
      order by reviews.id limit ${most}`.execute(db)
    return rows.map(({ id, updated_at }) => ({ path: `/reviews/${id}`, changed: updated_at }))
  },
}
