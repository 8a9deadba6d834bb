import { useLocation } from 'react-router'
import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_CONTACT_TEXTS } from '../admin-contact.texts.ts'
import { AdminContact } from './admin-contact.tsx'
import { contactMessagesQuery, contactStatusOf } from './info.api.ts'

export const load = ({ client, url }: LoadContext) =>
  loadAdminPage(client, client.prefetchInfiniteQuery(contactMessagesQuery(contactStatusOf(url.searchParams))))

/** Messages to the operator, for admins (G18, G20). */
export function Page() {
  const status = contactStatusOf(new URLSearchParams(useLocation().search))
  return (
    <AdminFrame path="/admin/contact" title="Contact" text={ADMIN_CONTACT_TEXTS.about}>
      <AdminContact status={status} />
    </AdminFrame>
  )
}
