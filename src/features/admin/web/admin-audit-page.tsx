import { useLocation } from 'react-router'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_PAGES } from '../admin-pages.texts.ts'
import { auditFilterOf, auditLogQuery, loadAdminPage } from './admin.api.ts'
import { AdminAuditLog } from './admin-audit-log.tsx'
import { AdminFrame } from './admin-frame.widgets.tsx'

export const load = ({ client, url }: LoadContext) =>
  loadAdminPage(client, client.prefetchInfiniteQuery(auditLogQuery(auditFilterOf(url.searchParams))))

/** What admins have done, for admins (G20). */
export function Page() {
  const filter = auditFilterOf(new URLSearchParams(useLocation().search))
  return (
    <AdminFrame path="/admin/audit" title="Audit log" text={ADMIN_PAGES.audit}>
      <AdminAuditLog filter={filter} />
    </AdminFrame>
  )
}
