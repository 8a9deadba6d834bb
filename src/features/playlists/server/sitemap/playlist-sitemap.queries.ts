import { sql } from 'kysely'
import { inRange, type SitemapKind } from '#server/sitemap.ts'
import { tag } from '#server/tags.ts'

const PUBLIC = sql`playlists where is_published and deleted_at is null`

/** Published playlists (G63). */
export const playlistSitemap: SitemapKind = {
  name: 'playlists',
  idType: 'uuid',
  ids: sql`select playlists.id from ${PUBLIC}`,
  tags: [tag.playlists],
  async list(db, range, most) {
    const { rows } = await sql<{ id: string; updated_at: Date }>`
      select id, updated_at from ${PUBLIC} and ${inRange(sql`id`, range, 'uuid')} order by id limit ${most}`.execute(db)
    return rows.map(({ id, updated_at }) => ({ path: `/playlists/${id}`, changed: updated_at }))
  },
}
