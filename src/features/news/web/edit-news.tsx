import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { NewsId } from '#shared/ids.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { useIsHydrated } from '#web/use-env.ts'
import type { EditedPost } from '../news.contract.ts'
import { NEWS_EDITOR_TEXTS } from '../news-editor.texts.ts'
import { editedPostQuery } from './news.api.ts'

const NewsEditor = lazyLoaded(() => import('./news-editor.tsx'), 'NewsEditor')

/** The editor of a new post. */
export const WriteNews = () => <Editor post={null} />

/** The editor of a post that exists. */
export function EditNews({ id }: { id: NewsId }) {
  const { data: post, isError, refetch } = useQuery(editedPostQuery(id))
  if (post) return <Editor key={post.id} post={post} />
  if (isError) return <ErrorState level={2} text={NEWS_EDITOR_TEXTS.notLoaded} onRetry={() => void refetch()} />
  return <RowsSkeleton count={4} />
}

/** The browser alone renders the editor: it knows the time zone and the stored draft. */
function Editor({ post }: { post: EditedPost | null }) {
  // The form stays when the session ends, so that nothing typed is lost.
  const [viewer] = useState(useViewer())
  const isHydrated = useIsHydrated()
  const skeleton = <RowsSkeleton count={4} />
  if (!isHydrated || !viewer) return skeleton
  return (
    <Suspense fallback={skeleton}>
      <NewsEditor post={post} userId={viewer.id} />
    </Suspense>
  )
}
