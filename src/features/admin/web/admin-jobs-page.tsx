import type { LoadContext } from '#web/page.ts'
import { ADMIN_PAGES } from '../admin-pages.texts.ts'
import { jobsQuery, loadAdminPage } from './admin.api.ts'
import { AdminFrame } from './admin-frame.widgets.tsx'
import { AdminJobs } from './admin-jobs.tsx'

export const load = ({ client }: LoadContext) => loadAdminPage(client, client.prefetchQuery(jobsQuery()))

/** Background jobs, for admins (G20). */
export function Page() {
  return (
    <AdminFrame path="/admin/jobs" title="Jobs" text={ADMIN_PAGES.jobs}>
      <AdminJobs />
    </AdminFrame>
  )
}
