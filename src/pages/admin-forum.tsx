import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.tsx'
import { AdminForum } from '#features/forum/web/admin-forum.tsx'
import { heldQuery } from '#features/forum/web/held.api.ts'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_PAGES } from './admin.texts.ts'

export const load = ({ client }: LoadContext) => loadAdminPage(client, client.prefetchInfiniteQuery(heldQuery()))

/** The threads and posts that wait for a moderator (G16). */
export function Page() {
  return (
    <AdminFrame path="/admin/forum" title="Forum" text={ADMIN_PAGES.forum}>
      <AdminForum />
    </AdminFrame>
  )
}
