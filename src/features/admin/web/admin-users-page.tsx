import { useLocation } from 'react-router'
import type { LoadContext } from '#web/page.ts'
import { loadAdminPage, userFilterOf, usersQuery } from './admin.api.ts'
import { AdminFrame } from './admin-frame.widgets.tsx'
import { AdminUsers } from './admin-users.tsx'

export const load = ({ client, url }: LoadContext) =>
  loadAdminPage(client, client.prefetchInfiniteQuery(usersQuery(userFilterOf(url.searchParams))))

/** Members, for admins (G20). */
export function Page() {
  const filter = userFilterOf(new URLSearchParams(useLocation().search))
  return (
    <AdminFrame path="/admin/users" title="Members">
      <AdminUsers filter={filter} />
    </AdminFrame>
  )
}
