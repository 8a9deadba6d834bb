import { sql } from 'kysely'
import { inRange, type SitemapKind } from '#server/sitemap.ts'
import { tag } from '#server/tags.ts'

/** Every challenge is public, also before it starts and after it has ended (G63). */
export const challengeSitemap: SitemapKind = {
  name: 'challenges',
  idType: 'uuid',
  ids: sql`select challenges.id from challenges`,
  tags: [tag.challenges],
  async list(db, range, most) {
    const { rows } = await sql<{ id: string }>`
      select challenges.id from challenges where ${inRange(sql`challenges.id`, range, 'uuid')}
      order by challenges.id limit ${most}`.execute(db)
    return rows.map(({ id }) => ({ path: `/challenges/${id}` }))
  },
}
