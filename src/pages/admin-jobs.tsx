import { jobsQuery, loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.tsx'
import { AdminJobs } from '#features/admin/web/admin-jobs.tsx'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_PAGES } from './admin.texts.ts'

export const load = ({ client }: LoadContext) => loadAdminPage(client, client.prefetchQuery(jobsQuery()))

/** Background jobs, for admins (G20). */
export function Page() {
  return (
    <AdminFrame path="/admin/jobs" title="Jobs" text={ADMIN_PAGES.jobs}>
      <AdminJobs />
    </AdminFrame>
  )
}
