import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_HELD_TEXTS as TEXTS } from '../admin-moderation.texts.ts'
import { AdminHeld } from './admin-held.tsx'
import { heldQuery } from './moderation.api.ts'

export const load = ({ client }: LoadContext) => loadAdminPage(client, client.prefetchInfiniteQuery(heldQuery()))

/** The texts that wait for a moderator. */
export function Page() {
  return (
    <AdminFrame path="/admin/held" title="Waiting texts" text={TEXTS.about}>
      <AdminHeld />
    </AdminFrame>
  )
}
