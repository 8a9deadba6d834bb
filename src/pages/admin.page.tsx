import { statsQuery } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.tsx'
import { AdminHome } from '#features/admin/web/admin-home.tsx'
import type { LoadContext } from '#web/page.ts'

export async function load({ client }: LoadContext) {
  // A failure is shown in the page.
  await client.prefetchQuery(statsQuery())
}

/** The admins' home (G20). */
export function Page() {
  return (
    <AdminFrame path="/admin" title="Admin">
      <AdminHome />
    </AdminFrame>
  )
}
