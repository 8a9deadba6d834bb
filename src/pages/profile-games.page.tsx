import { useLocation } from 'react-router'
import { libraryQuery, libraryStatsQuery } from '#features/library/web/library.api.ts'
import { shelfOf } from '#features/library/web/library-filter.ts'
import { LibraryShelf } from '#features/library/web/library-shelf.tsx'
import { LibraryFigures, PlayedLists } from '#features/library/web/library-stats.tsx'
import type { LoadContext } from '#web/page.ts'
import { OwnProfileFrame } from './own-profile-frame.tsx'
import { loadOwnProfile } from './profile-own.ts'

export async function load({ client, url }: LoadContext) {
  const { status, sort, search } = shelfOf(url.searchParams)
  // What fails is shown in its place.
  await Promise.all([
    loadOwnProfile(client),
    client.prefetchInfiniteQuery(libraryQuery({ status, sort, search })),
    client.prefetchQuery(libraryStatsQuery()),
  ])
}

/** The own library (G31). */
export function Page() {
  const shelf = shelfOf(new URLSearchParams(useLocation().search))
  return (
    <OwnProfileFrame tab="games">
      {() => (
        <>
          <h2 className="vh">Games</h2>
          <LibraryFigures />
          <PlayedLists />
          <div className="pt-8 md:pt-12">
            <LibraryShelf shelf={shelf} />
          </div>
        </>
      )}
    </OwnProfileFrame>
  )
}
