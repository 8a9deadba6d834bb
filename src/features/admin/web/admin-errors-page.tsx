import { useLocation } from 'react-router'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_PAGES } from '../admin-pages.texts.ts'
import { errorFilterOf, errorsQuery, loadAdminPage } from './admin.api.ts'
import { AdminErrors } from './admin-errors.tsx'
import { AdminFrame } from './admin-frame.widgets.tsx'

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
