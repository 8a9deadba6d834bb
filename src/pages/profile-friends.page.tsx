import {
  followsQuery,
  friendsQuery,
  memberSearchQuery,
  requestsQuery,
  suggestionsQuery,
} from '#features/friends/web/friends.api.ts'
import { ProfileFriends } from '#features/friends/web/profile-friends-body.tsx'
import { peopleListOf } from '#features/friends/web/profile-friends-lists.ts'
import { OwnProfileFrame } from '#features/profile-pages/web/own-profile-frame.tsx'
import { loadOwnProfile } from '#features/profiles/web/own-profile.api.ts'
import type { LoadContext } from '#web/page.ts'

export async function load({ client, url }: LoadContext) {
  const list = peopleListOf(url.searchParams)
  const found = memberSearchQuery(url.searchParams.get('find') ?? '')
  // A failure is shown in the page.
  await Promise.all([
    loadOwnProfile(client),
    list === 'friends'
      ? client.prefetchInfiniteQuery(friendsQuery())
      : client.prefetchInfiniteQuery(followsQuery(list)),
    client.prefetchInfiniteQuery(requestsQuery()),
    // Who looks for somebody sees them at once, and the suggestions a moment later.
    found.enabled ? client.prefetchQuery(found) : client.prefetchQuery(suggestionsQuery()),
  ])
}

/** Friends, requests, following and followers. */
export function Page() {
  return (
    <OwnProfileFrame tab="friends">
      {(profile) => (
        <>
          <h2 className="visually-hidden">Friends</h2>
          <ProfileFriends profile={profile} />
        </>
      )}
    </OwnProfileFrame>
  )
}

/** Its parts have skeletons. */
export { Page as Skeleton }
