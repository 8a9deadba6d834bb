import { useSearchParams } from 'react-router'
import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { NEWS_EDITOR_TEXTS } from '../news-editor.texts.ts'
import { AdminNews } from './admin-news.tsx'
import { adminNewsQuery } from './news.api.ts'
import { adminNewsParamsOf } from './news-address.ts'

export async function load({ client, url }: LoadContext) {
  const { status, search } = adminNewsParamsOf(url.searchParams)
  await loadAdminPage(client, client.prefetchInfiniteQuery(adminNewsQuery(status, search)))
}

/** News, for admins (G19, G20). */
export function Page() {
  const [search] = useSearchParams()
  return (
    <AdminFrame path="/admin/news" title="News" text={NEWS_EDITOR_TEXTS.about}>
      <AdminNews params={adminNewsParamsOf(search)} />
    </AdminFrame>
  )
}
