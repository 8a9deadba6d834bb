import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_BADGE_TEXTS } from '../admin-badges.texts.ts'
import { AdminBadges } from './admin-badges.tsx'
import { adminBadgesQuery } from './badges.api.ts'

export const load = ({ client }: LoadContext) => loadAdminPage(client, client.prefetchQuery(adminBadgesQuery()))

/** Badges, for admins (G20). */
export function Page() {
  return (
    <AdminFrame path="/admin/badges" title="Badges" text={ADMIN_BADGE_TEXTS.about}>
      <AdminBadges />
    </AdminFrame>
  )
}
