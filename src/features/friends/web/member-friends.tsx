import type { QueryClient } from '@tanstack/react-query'
import { tabAddress } from '#features/profiles/profile-tabs.rules.ts'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import { knownNumberText } from '#shared/counted.ts'
import type { UserId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { CircleList } from './circle-list.tsx'
import { circleQuery } from './friends.api.ts'
import { PEOPLE_LISTS, type PeopleList } from './profile-friends-lists.ts'

/** A failure is shown in the page. */
export function loadCircle(client: QueryClient, userId: UserId, list: PeopleList, as: ViewAs | null): Promise<void> {
  return client.prefetchInfiniteQuery(circleQuery(userId, list, as))
}

/** The tab Friends of another member: friends, following, followers. */
export function MemberFriends({ profile, list }: { profile: Profile; list: PeopleList }) {
  const { friendsCount, followingCount, followersCount, seenAs } = profile
  const counts = { friends: friendsCount, following: followingCount, followers: followersCount }
  const address = tabAddress(profile, 'friends', false, seenAs)
  return (
    <div className="max-w-216">
      <h2 className="visually-hidden">Friends</h2>
      <Tabs
        label="People"
        items={PEOPLE_LISTS.map(({ list: which, label }) => ({
          href: which === 'friends' ? address : `${address}&list=${which}`,
          label,
          count: knownNumberText(counts[which]),
          current: which === list,
        }))}
        className="mb-4"
      />
      <CircleList key={list} userId={profile.id} name={memberName(profile)} list={list} as={seenAs} />
    </div>
  )
}
