import { useLocation } from 'react-router'
import { AdminFrame } from '#features/admin/web/admin-frame.tsx'
import { AdminContact } from '#features/info/web/admin-contact.tsx'
import { contactMessagesQuery, contactStatusOf } from '#features/info/web/info.api.ts'
import type { LoadContext } from '#web/page.ts'

export async function load({ client, url }: LoadContext) {
  // A failure is shown in the page.
  await client.prefetchInfiniteQuery(contactMessagesQuery(contactStatusOf(url.searchParams)))
}

/** Messages to the operator, for admins (G18, G20). */
export function Page() {
  const status = contactStatusOf(new URLSearchParams(useLocation().search))
  return (
    <AdminFrame
      path="/admin/contact"
      title="Contact"
      text="Messages to the people who run this site. Closed ones are deleted after 180 days."
    >
      <AdminContact status={status} />
    </AdminFrame>
  )
}
