import { Suspense, useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsHydrated } from '#web/use-env.ts'
import type { Playlist } from '../../playlists.contract.ts'

const PlaylistEditor = lazyLoaded(() => import('./playlist-editor.tsx'), 'PlaylistEditor')

/** Renders the editor once the page is hydrated, because it begins with the draft that this device stores. */
export function EditorScreen({ playlist }: { playlist: Playlist | null }) {
  // The form stays when the session ends, so that nothing typed is lost.
  const [viewer] = useState(useViewer())
  const isHydrated = useIsHydrated()
  const title = playlist?.title ?? 'New playlist'
  if (!viewer || !isHydrated) return <EditorSkeleton title={title} />
  return (
    <Suspense fallback={<EditorSkeleton title={title} />}>
      <PlaylistEditor playlist={playlist} viewer={viewer} />
    </Suspense>
  )
}

function EditorSkeleton({ title }: { title: string }) {
  return (
    <div className="page pb-12" aria-busy="true">
      <div className="flex min-h-14 items-center justify-end gap-2 py-2">
        <Skeleton className="h-9 w-24" />
        <Skeleton className="h-9 w-32" />
      </div>
      <h1 className="title pt-(--page-top) pb-4 text-28 wrap-anywhere md:text-40">{title}</h1>
      <div className="editor-columns">
        <div className="grid content-start gap-6">
          <Skeleton className="h-10 w-60" />
          <Skeleton className="h-11" />
          <Skeleton className="h-28" />
          <Skeleton className="h-11" />
        </div>
        <Skeleton className="editor-preview h-120" />
      </div>
    </div>
  )
}
