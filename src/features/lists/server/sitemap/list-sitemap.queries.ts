import { sql } from 'kysely'
import { feedAudience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import { inRange, type SitemapKind } from '#server/sitemap.ts'
import { tag } from '#server/tags.ts'

const PUBLIC = sql`
  lists list join profiles author on author.id = list.user_id
  where list.is_shared and list.hidden_at is null and ${isVisibleTo(feedAudience(null), sql`author`, 'profile')}`

/** Shared lists that are not hidden, of members whose profile a visitor may see (G22, G63). */
export const listSitemap: SitemapKind = {
  name: 'lists',
  idType: 'uuid',
  ids: sql`select list.id from ${PUBLIC}`,
  tags: [tag.peopleLists],
  async list(db, range, most) {
    const { rows } = await sql<{ id: string; changed_at: Date }>`
      select list.id, list.changed_at from ${PUBLIC} and ${inRange(sql`list.id`, range, 'uuid')}
      order by list.id limit ${most}`.execute(db)
    return rows.map(({ id, changed_at }) => ({ path: `/lists/${id}`, changed: changed_at }))
  },
}
