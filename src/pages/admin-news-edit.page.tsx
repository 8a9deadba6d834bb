import { useParams } from 'react-router'
import { AdminFrame } from '#features/admin/web/admin-frame.widgets.tsx'
import { EditNews, WriteNews } from '#features/news/web/edit-news.tsx'
import { editedPostQuery } from '#features/news/web/news.api.ts'
import type { NewsId } from '#shared/ids.ts'
import type { LoadContext } from '#web/page.ts'

/** Returns the id of the post to edit; null for `new`. */
function idOf({ newsId = '' }: Record<string, string | undefined>): NewsId | null {
  return newsId === 'new' ? null : (newsId.toLowerCase() as NewsId)
}

export async function load({ client, params }: LoadContext) {
  const id = idOf(params)
  // The editor begins with the current version.
  if (id !== null) await client.fetchQuery(editedPostQuery(id))
}

/** The editor of a post, or of a new one (G19). */
export function Page() {
  const id = idOf(useParams())
  return (
    <AdminFrame path="/admin/news" title={id === null ? 'New post' : 'Edit post'}>
      {id === null ? <WriteNews /> : <EditNews key={id} id={id} />}
    </AdminFrame>
  )
}
