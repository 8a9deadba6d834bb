import { useLocation } from 'react-router'
import { errorFilterOf, errorsQuery, loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminErrors } from '#features/admin/web/admin-errors.tsx'
import { AdminFrame } from '#features/admin/web/admin-frame.tsx'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_PAGES } from './admin.texts.ts'

export const load = ({ client, url }: LoadContext) =>
  loadAdminPage(client, client.prefetchInfiniteQuery(errorsQuery(errorFilterOf(url.searchParams))))

/** Errors in browsers, for admins (G51). */
export function Page() {
  const filter = errorFilterOf(new URLSearchParams(useLocation().search))
  return (
    <AdminFrame path="/admin/errors" title="Errors" text={ADMIN_PAGES.errors}>
      <AdminErrors filter={filter} />
    </AdminFrame>
  )
}
