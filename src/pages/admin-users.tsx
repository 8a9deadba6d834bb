import { useLocation } from 'react-router'
import { loadAdminPage, userFilterOf, usersQuery } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.tsx'
import { AdminUsers } from '#features/admin/web/admin-users.tsx'
import type { LoadContext } from '#web/page.ts'

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
