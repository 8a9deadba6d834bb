import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { HELD_POSTS_TEXTS } from '../held-posts.texts.ts'
import { AdminForum } from './admin-forum.tsx'
import { heldQuery } from './held.api.ts'

export const load = ({ client }: LoadContext) => loadAdminPage(client, client.prefetchInfiniteQuery(heldQuery()))

/** The threads and posts that wait for a moderator (G16). */
export function Page() {
  return (
    <AdminFrame path="/admin/forum" title="Forum" text={HELD_POSTS_TEXTS.about}>
      <AdminForum />
    </AdminFrame>
  )
}
