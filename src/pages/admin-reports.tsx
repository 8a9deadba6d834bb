import { useLocation } from 'react-router'
import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.tsx'
import { AdminReports } from '#features/reports/web/admin-reports.tsx'
import { reportListOf, reportsQuery } from '#features/reports/web/reports.api.ts'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_PAGES } from './admin.texts.ts'

export const load = ({ client, url }: LoadContext) =>
  loadAdminPage(client, client.prefetchInfiniteQuery(reportsQuery(reportListOf(url.searchParams))))

/** The reports of members, for admins (G21). */
export function Page() {
  const show = reportListOf(new URLSearchParams(useLocation().search))
  return (
    <AdminFrame path="/admin/reports" title="Reports" text={ADMIN_PAGES.reports}>
      <AdminReports show={show} />
    </AdminFrame>
  )
}
