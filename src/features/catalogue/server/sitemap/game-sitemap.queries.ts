import { sql } from 'kysely'
import { inRange, type SitemapKind } from '#server/sitemap.ts'
import { facetOfLists } from '../search/facets.ts'

// A literal, so that the planner uses the index of the listed games.
const IS_LISTED = sql<boolean>`${sql.lit(facetOfLists('general'))} = any(games.facets)`

/** The games that lists show to everybody (decision 0051): add-ons, editions and erotic games are left out (G63). */
export const gameSitemap: SitemapKind = {
  name: 'games',
  idType: 'text',
  ids: sql`select games.id from games where ${IS_LISTED}`,
  async list(db, range, most) {
    const { rows } = await sql<{ id: string; updated_at: Date }>`
      select games.id, games.updated_at from games
      where ${IS_LISTED} and ${inRange(sql`games.id`, range, 'text')}
      order by games.id limit ${most}`.execute(db)
    return rows.map(({ id, updated_at }) => ({ path: `/game/${id}`, changed: updated_at }))
  },
}
