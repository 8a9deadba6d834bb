import type { Db } from '#db/db.ts'
import { ADMIN_GROUPS, type AdminArea, type AdminPage } from '#server/admin-area.ts'
import type { Viewer } from '#server/session.ts'
import { plural } from '#shared/counted.ts'

export interface AdminPagesDeps {
  db: Db
  adminAreas: readonly AdminArea[]
}

/**
 * Lists the admin pages of all features by group, in the order of the features, with the counts of what waits (G20). A
 * moderator gets only the pages for moderators.
 */
export async function listPages({ db, adminAreas }: AdminPagesDeps, viewer: Viewer) {
  const pages = adminAreas
    .flatMap(({ pages = [] }) => pages)
    .filter(({ access }) => viewer.role === 'admin' || access === 'moderator')
  const counted = await Promise.all(
    pages.map(async (page) => ({ page, waiting: await countWaiting(db, viewer, page) })),
  )
  return ADMIN_GROUPS.map((name) => ({
    name,
    pages: counted
      .filter(({ page }) => page.group === name)
      .map(({ page: { path, label }, waiting }) => ({ path, label, waiting })),
  })).filter((group) => group.pages.length > 0)
}

async function countWaiting(db: Db, viewer: Viewer, { waiting }: AdminPage) {
  if (!waiting) return null
  const count = await waiting.count(db, viewer)
  return { count, words: plural(count, waiting.one, waiting.many) }
}
