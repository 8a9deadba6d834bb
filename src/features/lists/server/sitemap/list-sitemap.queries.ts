import { sql } from 'kysely'
import { feedAudience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import { inRange, type SitemapKind } from '#server/sitemap.ts'
import { tag } from '#server/tags.ts'

const IS_SHARED = sql`list.is_shared and list.hidden_at is null`
const IS_BY_PUBLIC_PROFILE = isVisibleTo(feedAudience(null), sql`author`, 'profile')

/** Shared lists that are not hidden, of members whose profile a visitor may see (G22, G63). */
export const listSitemap: SitemapKind = {
  name: 'lists',
  idType: 'uuid',
  ids: sql`
    select list.id from lists list join profiles author on author.id = list.user_id
    where ${IS_SHARED} and ${IS_BY_PUBLIC_PROFILE}`,
  tags: [tag.peopleLists],
  async list(db, range, most) {
    // The subquery with a limit looks up the author of each list. PostgreSQL expects few public profiles, and would look up
    // the lists of every member instead.
    const { rows } = await sql<{ id: string; changed_at: Date }>`
      select list.id, list.changed_at
      from lists list cross join lateral (
        select from profiles author where author.id = list.user_id and ${IS_BY_PUBLIC_PROFILE} limit 1
      ) author
      where ${IS_SHARED} and ${inRange(sql`list.id`, range, 'uuid')}
      order by list.id limit ${most}`.execute(db)
    return rows.map(({ id, changed_at }) => ({ path: `/lists/${id}`, changed: changed_at }))
  },
}
