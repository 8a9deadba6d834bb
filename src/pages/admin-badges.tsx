import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.tsx'
import { AdminBadges } from '#features/badges/web/admin-badges.tsx'
import { adminBadgesQuery } from '#features/badges/web/badges.api.ts'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_PAGES } from './admin.texts.ts'

export const load = ({ client }: LoadContext) => loadAdminPage(client, client.prefetchQuery(adminBadgesQuery()))

/** Badges, for admins (G20). */
export function Page() {
  return (
    <AdminFrame path="/admin/badges" title="Badges" text={ADMIN_PAGES.badges}>
      <AdminBadges />
    </AdminFrame>
  )
}
