import { useSearchParams } from 'react-router'
import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.tsx'
import { AdminNews } from '#features/news/web/admin-news.tsx'
import { adminNewsQuery } from '#features/news/web/news.api.ts'
import { adminNewsPlaceOf } from '#features/news/web/news-address.ts'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_PAGES } from './admin.texts.ts'

export async function load({ client, url }: LoadContext) {
  const { status, search } = adminNewsPlaceOf(url.searchParams)
  await loadAdminPage(client, client.prefetchInfiniteQuery(adminNewsQuery(status, search)))
}

/** News, for admins (G19, G20). */
export function Page() {
  const [search] = useSearchParams()
  return (
    <AdminFrame path="/admin/news" title="News" text={ADMIN_PAGES.news}>
      <AdminNews place={adminNewsPlaceOf(search)} />
    </AdminFrame>
  )
}
