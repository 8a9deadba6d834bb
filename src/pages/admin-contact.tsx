import { useLocation } from 'react-router'
import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.tsx'
import { AdminContact } from '#features/info/web/admin-contact.tsx'
import { contactMessagesQuery, contactStatusOf } from '#features/info/web/info.api.ts'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_PAGES } from './admin.texts.ts'

export const load = ({ client, url }: LoadContext) =>
  loadAdminPage(client, client.prefetchInfiniteQuery(contactMessagesQuery(contactStatusOf(url.searchParams))))

/** Messages to the operator, for admins (G18, G20). */
export function Page() {
  const status = contactStatusOf(new URLSearchParams(useLocation().search))
  return (
    <AdminFrame path="/admin/contact" title="Contact" text={ADMIN_PAGES.contact}>
      <AdminContact status={status} />
    </AdminFrame>
  )
}
