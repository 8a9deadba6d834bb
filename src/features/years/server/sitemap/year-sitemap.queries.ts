import { sql } from 'kysely'
import { feedAudience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import { inRange, type SitemapKind } from '#server/sitemap.ts'
import { tag } from '#server/tags.ts'
import { EARLIEST_YEAR } from '../years.service.ts'

// A section is never more visible than the whole profile.
const IS_OPEN = isVisibleTo(feedAudience(null), sql`profiles`, 'library')

/**
 * The years in which a member finished or played a game by date, if a visitor may see the library (G22, G63). A part is
 * a range of members. Years with hours without a date are left out, because finding them would read whole libraries.
 */
export const yearSitemap: SitemapKind = {
  name: 'years',
  idType: 'uuid',
  ids: sql`
    select profiles.id from profiles
    where ${IS_OPEN} and (
      exists (select from playthroughs where user_id = profiles.id and finished_on is not null)
      or exists (select from play_sessions where user_id = profiles.id)
    )`,
  idsPerPart: 1_000,
  tags: [tag.peopleLists],
  async list(db, range, most) {
    const { rows } = await sql<{ id: string; year: number }>`
      select profiles.id, logged.year
      from profiles cross join lateral (
        select extract(year from finished_on)::integer as year
        from playthroughs where user_id = profiles.id and finished_on is not null
        union
        select extract(year from played_on)::integer from play_sessions where user_id = profiles.id
      ) logged
      where ${IS_OPEN} and ${inRange(sql`profiles.id`, range, 'uuid')}
        and logged.year between ${EARLIEST_YEAR}::integer and extract(year from now())
      order by profiles.id, logged.year limit ${most}`.execute(db)
    return rows.map(({ id, year }) => ({ path: `/profile/${id}/year/${year}` }))
  },
}
