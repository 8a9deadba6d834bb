import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.tsx'
import { AdminCatalogue } from '#features/catalogue/web/admin-catalogue.tsx'
import { catalogueStateQuery } from '#features/catalogue/web/catalogue-state.api.ts'
import { steamStateQuery } from '#features/imports/web/steam.api.ts'
import { SteamSyncState } from '#features/imports/web/steam-state.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_PAGES } from './admin.texts.ts'

export const load = ({ client }: LoadContext) =>
  loadAdminPage(client, client.prefetchQuery(catalogueStateQuery()), client.prefetchQuery(steamStateQuery()))

/** The state of the game sources and imports, for admins (G20, G39). */
export function Page() {
  return (
    <AdminFrame path="/admin/catalogue" title="Catalogue" text={ADMIN_PAGES.catalogue}>
      <AdminCatalogue />
      <SteamSyncState />
    </AdminFrame>
  )
}
