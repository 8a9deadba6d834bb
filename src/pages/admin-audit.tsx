import { useLocation } from 'react-router'
import { auditFilterOf, auditLogQuery, loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminAuditLog } from '#features/admin/web/admin-audit-log.tsx'
import { AdminFrame } from '#features/admin/web/admin-frame.tsx'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_PAGES } from './admin.texts.ts'

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
