import { useLocation } from 'react-router'
import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_REPORT_TEXTS } from '../admin-reports.texts.ts'
import { AdminReports } from './admin-reports.tsx'
import { appealsQuery } from './appeals.api.ts'
import { reportListOf, reportsQuery } from './reports.api.ts'

export const load = ({ client, url }: LoadContext) => {
  const show = reportListOf(url.searchParams)
  const appeals = show === 'open' ? client.prefetchInfiniteQuery(appealsQuery()) : Promise.resolve()
  return loadAdminPage(client, client.prefetchInfiniteQuery(reportsQuery(show)), appeals)
}

/** The reports of members, for admins (G21). */
export function Page() {
  const show = reportListOf(new URLSearchParams(useLocation().search))
  return (
    <AdminFrame path="/admin/reports" title="Reports" text={ADMIN_REPORT_TEXTS.about}>
      <AdminReports show={show} />
    </AdminFrame>
  )
}
