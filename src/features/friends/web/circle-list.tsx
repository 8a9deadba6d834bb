import { useInfiniteQuery } from '@tanstack/react-query'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { UserId } from '#shared/ids.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { LIST_MISSING } from '#web/ui/error-texts.ts'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import type { CircleList as Which } from '../people.contract.ts'
import { PEOPLE_TEXTS } from '../people.texts.ts'
import { circleQuery } from './friends.api.ts'
import { MemberRow } from './people-lists.tsx'

const LABELS: Record<Which, string> = { friends: 'Friends', following: 'Following', followers: 'Followers' }

const EMPTY: Record<Which, (name: string) => { title: string; text: string }> = {
  friends: (name) => ({ title: 'No friends yet', text: PEOPLE_TEXTS.noFriendsOf(name) }),
  following: (name) => ({ title: 'Following nobody yet', text: PEOPLE_TEXTS.followsNobody(name) }),
  followers: (name) => ({ title: 'No followers yet', text: PEOPLE_TEXTS.followedByNobody(name) }),
}

/**
 * Lists the people around another member, those first that the viewer knows. People who hide their relationships from
 * the viewer are not in it (decision 0045).
 */
export function CircleList(props: { userId: UserId; name: string; list: Which; as: ViewAs | null }) {
  const { userId, name, list: which } = props
  const list = useInfiniteQuery(circleQuery(userId, which, props.as))
  if (list.isPending) return <RowsSkeleton count={5} />
  if (!list.data) return <ErrorState level={3} text={LIST_MISSING} onRetry={() => void list.refetch()} />
  const people = [...new Map(list.data.pages.flatMap(({ data }) => data).map((person) => [person.id, person])).values()]
  const total = list.data.pages[0]?.total ?? 0
  if (people.length === 0) {
    const isHidden = total > 0
    const nobody = { title: 'Nobody to show', text: PEOPLE_TEXTS.allHidden }
    return <EmptyState {...(isHidden ? nobody : EMPTY[which](name))} level={3} />
  }
  return (
    <>
      <ul aria-label={LABELS[which]}>
        {people.map((person) => (
          <MemberRow key={person.id} person={person} />
        ))}
      </ul>
      <MoreButton list={list} />
      {!list.hasNextPage && people.length < total && (
        <p className="border-t border-line pt-4 text-13 text-text-2">{PEOPLE_TEXTS.someHidden}</p>
      )}
    </>
  )
}
