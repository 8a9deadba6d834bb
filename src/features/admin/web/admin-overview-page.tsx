import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { loadAdminPage, statsQuery } from './admin.api.ts'
import { AdminFrame } from './admin-frame.widgets.tsx'
import { AdminHome, AdminWaiting } from './admin-home.tsx'

/** Only admins get the figures of the site. */
export async function load({ client }: LoadContext): Promise<void> {
  const { user } = await client.ensureQueryData(sessionQuery())
  await loadAdminPage(client, ...(user?.role === 'admin' ? [client.prefetchQuery(statsQuery())] : []))
}

/** The admin home (G20). Moderators see what waits for them. */
export function Page() {
  const viewer = useViewer()
  return (
    <AdminFrame path="/admin" title="Admin">
      {viewer?.role === 'moderator' ? <AdminWaiting /> : <AdminHome />}
    </AdminFrame>
  )
}
