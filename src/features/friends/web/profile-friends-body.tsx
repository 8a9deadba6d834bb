import { useLocation } from 'react-router'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { knownNumberText } from '#shared/counted.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { FriendList } from './friend-list.tsx'
import { MemberSearch } from './member-search.tsx'
import { FollowList, FriendRequests, Suggestions } from './people-lists.tsx'
import { PEOPLE_LISTS, peopleListOf } from './profile-friends-lists.ts'

/**
 * The tab Friends of the viewer's own profile (G30): requests, friends, following, followers, suggestions, and the
 * search.
 */
export function ProfileFriends({ profile }: { profile: Profile }) {
  const search = new URLSearchParams(useLocation().search)
  const current = peopleListOf(search)
  const wanted = search.get('find') ?? ''
  const { friendsCount, followingCount, followersCount } = profile
  const counts = { friends: friendsCount, following: followingCount, followers: followersCount }
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-8 side:grid-cols-[minmax(0,1fr)_312px]">
      <div className="grid min-w-0 grid-cols-1 content-start gap-8">
        <div id="find-people" className="scroll-mt-20">
          {/* The search of everything leads here with a text. */}
          <MemberSearch key={wanted} id="find-people-field" initial={wanted} />
        </div>
        <FriendRequests />
        <section aria-label="People">
          <Tabs
            label="People"
            items={PEOPLE_LISTS.map(({ list, label }) => ({
              href: list === 'friends' ? '/profile/friends' : `/profile/friends?list=${list}`,
              label,
              count: knownNumberText(counts[list]),
              current: list === current,
            }))}
            className="mb-4"
          />
          {current === 'friends' ? <FriendList /> : <FollowList key={current} list={current} />}
        </section>
      </div>
      <aside className="min-w-0" aria-label="Suggestions">
        <Suggestions />
      </aside>
    </div>
  )
}
