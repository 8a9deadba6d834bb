import { useParams } from 'react-router'
import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.widgets.tsx'
import { RewardField } from '#features/badges/web/reward-field.tsx'
import { ADMIN_CATALOGUE_TEXTS } from '#features/catalogue-files/admin-catalogue.texts.ts'
import { AdminCatalogue } from '#features/catalogue-files/web/admin-catalogue.tsx'
import { catalogueStateQuery } from '#features/catalogue-files/web/catalogue-state.api.ts'
import { ADMIN_CHALLENGE_TEXTS } from '#features/challenges/admin-challenges.texts.ts'
import { AdminChallenges } from '#features/challenges/web/admin-challenges.tsx'
import { allChallengesQuery } from '#features/challenges/web/challenges.api.ts'
import { steamStateQuery } from '#features/steam/web/steam.api.ts'
import { SteamSyncState } from '#features/steam/web/steam-state.widgets.tsx'
import type { LoadContext, PageModule } from '#web/page.ts'

/** Challenges, for admins, with the badges that complete ones earn (G20). */
const challenges: PageModule = {
  load: ({ client }) => loadAdminPage(client, client.prefetchInfiniteQuery(allChallengesQuery())),
  Page: () => (
    <AdminFrame path="/admin/challenges" title="Challenges" text={ADMIN_CHALLENGE_TEXTS.about}>
      <AdminChallenges RewardField={RewardField} />
    </AdminFrame>
  ),
}

/** The state of the game sources and imports, for admins (G20, G39). */
const catalogue: PageModule = {
  load: ({ client }) =>
    loadAdminPage(client, client.prefetchQuery(catalogueStateQuery()), client.prefetchQuery(steamStateQuery())),
  Page: () => (
    <AdminFrame path="/admin/catalogue" title="Catalogue" text={ADMIN_CATALOGUE_TEXTS.about}>
      <AdminCatalogue />
      <SteamSyncState />
    </AdminFrame>
  ),
}

/** Such as `badges/web/admin-badges-page.tsx`, whose address is `/admin/badges`. */
const files = import.meta.glob<PageModule>('../features/*/web/**/admin-*-page.tsx', { eager: true })

/**
 * The small admin pages, by the last part of their address. They share one file of JavaScript, because each page file
 * costs the first JavaScript of every page; an editor is a page of its own.
 */
const PAGES: ReadonlyMap<string, PageModule> = new Map<string, PageModule>([
  ...Object.entries(files).map(([path, page]) => [path.replace(/^.*\/admin-(.+)-page\.tsx$/, '$1'), page] as const),
  ['catalogue', catalogue],
  ['challenges', challenges],
])

const OVERVIEW = 'overview'

const pageOf = ({ page }: { page?: string | undefined }) =>
  page === OVERVIEW ? undefined : PAGES.get(page ?? OVERVIEW)

export async function load(context: LoadContext): Promise<void> {
  const page = pageOf(context.params)
  if (!page) throw new Response(null, { status: 404 })
  await page.load?.(context)
}

/** The admin page that the address names (G20). */
export function Page() {
  const page = pageOf(useParams())
  return page && <page.Page />
}
