import { followsQuery, friendsQuery, requestsQuery, suggestionsQuery } from '#features/friends/web/friends.api.ts'
import type { LoadContext } from '#web/page.ts'
import { OwnProfileFrame } from './own-profile-frame.tsx'
import { ProfileFriends } from './profile-friends-body.tsx'
import { loadOwnProfile } from './profile-own.ts'

export async function load({ client }: LoadContext) {
  // What fails is shown in its place. All three lists: their tabs have counts.
  await Promise.all([
    loadOwnProfile(client),
    client.prefetchInfiniteQuery(friendsQuery()),
    client.prefetchInfiniteQuery(requestsQuery()),
    client.prefetchInfiniteQuery(followsQuery('following')),
    client.prefetchInfiniteQuery(followsQuery('followers')),
    client.prefetchQuery(suggestionsQuery()),
  ])
}

/** Friends, requests, and whom one follows. */
export function Page() {
  return (
    <OwnProfileFrame tab="friends">
      {() => (
        <>
          <h2 className="vh">Friends</h2>
          <ProfileFriends />
        </>
      )}
    </OwnProfileFrame>
  )
}
