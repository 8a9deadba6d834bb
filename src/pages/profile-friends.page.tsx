import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { followsQuery, friendsQuery, requestsQuery, suggestionsQuery } from '#features/friends/web/friends.api.ts'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { PageTitle } from '#web/ui/section.tsx'
import { ProfileFriends } from './profile-friends-body.tsx'

export async function load({ client }: LoadContext) {
  // What fails is shown in its place. All three lists: their tabs have counts.
  await Promise.all([
    client.prefetchInfiniteQuery(friendsQuery()),
    client.prefetchInfiniteQuery(requestsQuery()),
    client.prefetchInfiniteQuery(followsQuery('following')),
    client.prefetchInfiniteQuery(followsQuery('followers')),
    client.prefetchQuery(suggestionsQuery()),
  ])
}

export function Page() {
  const viewer = useViewer()
  // The address is for members; a visitor was sent to the sign-in by the router.
  if (!viewer) return null
  return (
    <div className="page pb-12">
      <Head
        title="Friends"
        description="Friends, requests, and the people I follow."
        path="/profile/friends"
        isIndexed={false}
      />
      <PageTitle title="Friends" />
      <ProfileFriends />
    </div>
  )
}
