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
    pages.map(async (page) => ({ page, waiting: await countWaiting({ db, adminAreas }, viewer, page) })),
  )
  return ADMIN_GROUPS.map((name) => ({
    name,
    pages: counted
      .filter(({ page }) => page.group === name)
      .map(({ page: { path, label }, waiting }) => ({ path, label, waiting })),
  })).filter((group) => group.pages.length > 0)
}

async function countWaiting({ db, adminAreas }: AdminPagesDeps, viewer: Viewer, { path, waiting }: AdminPage) {
  if (!waiting) return null
  const others = adminAreas.flatMap(({ waitsOn }) => waitsOn?.[path] ?? [])
  const counts = await Promise.all([waiting.count, ...others].map((count) => count(db, viewer)))
  const count = counts.reduce((sum, one) => sum + one, 0)
  return { count, words: plural(count, waiting.one, waiting.many) }
}
