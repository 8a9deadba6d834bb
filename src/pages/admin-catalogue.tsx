import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.tsx'
import { AdminCatalogue } from '#features/catalogue/web/admin-catalogue.tsx'
import { catalogueStateQuery } from '#features/catalogue/web/catalogue-state.api.ts'
import { steamStateQuery } from '#features/imports/web/steam.api.ts'
import { SteamSyncState } from '#features/imports/web/steam-state.widgets.tsx'
import type { LoadContext } from '#web/page.ts'

export const load = ({ client }: LoadContext) =>
  loadAdminPage(client, client.prefetchQuery(catalogueStateQuery()), client.prefetchQuery(steamStateQuery()))

/** The state of the game sources and imports, for admins (G20, G39). */
export function Page() {
  return (
    <AdminFrame
      path="/admin/catalogue"
      title="Catalogue"
      text="Where the games come from. The counts are up to a minute old; queries and failures are those of this node since its start."
    >
      <AdminCatalogue />
      <SteamSyncState />
    </AdminFrame>
  )
}
