import { useLocation } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { libraryQuery, libraryStatsQuery } from '#features/library/web/library.api.ts'
import { shelfOf } from '#features/library/web/library-filter.ts'
import { LibraryShelf } from '#features/library/web/library-shelf.tsx'
import { LibraryFigures, PlayedLists } from '#features/library/web/library-stats.tsx'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { Avatar } from '#web/ui/avatar.tsx'

export async function load({ client, url }: LoadContext) {
  const { status, sort, search } = shelfOf(url.searchParams)
  // What fails is shown in its place.
  await Promise.all([
    client.prefetchInfiniteQuery(libraryQuery({ status, sort, search })),
    client.prefetchQuery(libraryStatsQuery()),
  ])
}

/** The own library (G31). */
export function Page() {
  const viewer = useViewer()
  const shelf = shelfOf(new URLSearchParams(useLocation().search))
  // The address is for members; a visitor was sent to the sign-in by the router.
  if (!viewer) return null
  const name = viewer.display_name ?? viewer.username ?? 'My games'
  return (
    <div className="page pb-12">
      <Head title={`Games of ${name}`} description="Every game on my shelf." path="/profile/games" isIndexed={false} />
      <header className="flex items-center gap-4 py-6 md:gap-8 md:py-10">
        <span className="md:hidden">
          <Avatar id={viewer.id} name={name} src={viewer.avatar_url} size={72} />
        </span>
        <span className="max-md:hidden">
          <Avatar id={viewer.id} name={name} src={viewer.avatar_url} size={128} />
        </span>
        <div className="min-w-0">
          {viewer.username && <p className="fact pb-1">@{viewer.username}</p>}
          <h1 className="title text-28 md:text-40">{name}</h1>
        </div>
      </header>
      <LibraryFigures />
      <PlayedLists />
      <div className="pt-8 md:pt-12">
        <LibraryShelf shelf={shelf} />
      </div>
    </div>
  )
}
