import { useLocation } from 'react-router'
import { copySummaryQuery } from '#features/copies/web/copies.api.ts'
import { listOf, shelfOf } from '#features/library/shelf.rules.ts'
import { libraryQuery, libraryStatsQuery } from '#features/library/web/library-lists.api.ts'
import { LibraryShelf } from '#features/library-pages/web/library-shelf.tsx'
import { LibraryFigures } from '#features/library-pages/web/library-stats.tsx'
import { OwnProfileFrame } from '#features/profile-pages/web/own-profile-frame.tsx'
import { loadOwnProfile } from '#features/profiles/web/own-profile.api.ts'
import { ownShelvesQuery } from '#features/shelves/web/own-shelves.api.ts'
import type { LoadContext } from '#web/page.ts'

export async function load({ client, url }: LoadContext) {
  // A failure is shown in the page.
  await Promise.all([
    loadOwnProfile(client),
    client.prefetchInfiniteQuery(libraryQuery(listOf(shelfOf(url.searchParams)))),
    client.prefetchQuery(libraryStatsQuery()),
    client.prefetchQuery(ownShelvesQuery()),
    client.prefetchQuery(copySummaryQuery()),
  ])
}

/** The viewer's own library (G31). */
export function Page() {
  const shelf = shelfOf(new URLSearchParams(useLocation().search))
  return (
    <OwnProfileFrame tab="games" figures={<LibraryFigures />}>
      {(profile) => (
        <>
          <h2 className="visually-hidden">Games</h2>
          <LibraryShelf shelf={shelf} userId={profile.id} />
        </>
      )}
    </OwnProfileFrame>
  )
}

/** Its parts have skeletons. */
export { Page as Skeleton }
