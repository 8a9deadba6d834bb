import type { LoadContext } from '#web/page.ts'
import { ADMIN_PAGES } from '../admin-pages.texts.ts'
import { findingsQuery, loadAdminPage } from './admin.api.ts'
import { AdminFrame } from './admin-frame.widgets.tsx'
import { AdminHealth } from './admin-health.tsx'

export const load = ({ client }: LoadContext) => loadAdminPage(client, client.prefetchQuery(findingsQuery()))

/** What is wrong with the site, for admins. */
export function Page() {
  return (
    <AdminFrame path="/admin/health" title="Health" text={ADMIN_PAGES.health}>
      <AdminHealth />
    </AdminFrame>
  )
}
