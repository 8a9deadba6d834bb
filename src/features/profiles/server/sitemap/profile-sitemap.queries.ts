import { sql } from 'kysely'
import { inRange, type SitemapKind } from '#server/sitemap.ts'
import { tag } from '#server/tags.ts'
import { feedAudience, isVisibleTo } from '../visibility/visibility.queries.ts'

const IS_PUBLIC = isVisibleTo(feedAudience(null), sql`profiles`, 'profile')

/** The profiles that a visitor may see (G22, G63). A change of a profile's visibility invalidates the documents. */
export const profileSitemap: SitemapKind = {
  name: 'members',
  idType: 'uuid',
  ids: sql`select profiles.id from profiles where ${IS_PUBLIC}`,
  tags: [tag.peopleLists],
  async list(db, range, most) {
    const { rows } = await sql<{ id: string; updated_at: Date }>`
      select profiles.id, profiles.updated_at from profiles
      where ${IS_PUBLIC} and ${inRange(sql`profiles.id`, range, 'uuid')}
      order by profiles.id limit ${most}`.execute(db)
    return rows.map(({ id, updated_at }) => ({ path: `/profile/${id}`, changed: updated_at }))
  },
}
