import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FollowButton } from '#features/follows/web/follows.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { LIST_MISSING } from '#web/ui/error-texts.ts'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Person, FollowList as Which } from '../people.contract.ts'
import { NO_FOLLOWS, PEOPLE_TEXTS } from '../people.texts.ts'
import { FriendButton } from './friend-button.tsx'
import { followsQuery, requestsQuery, suggestionsQuery } from './friends.api.ts'
import { FriendRequestRow, SuggestionRow } from './friends.widgets.tsx'
import { PersonRow } from './person-row.tsx'

/** A member with both buttons. */
export function MemberRow({ person }: { person: Person }) {
  const name = memberName(person)
  return (
    <PersonRow
      person={person}
      line={person.isFollowedBy ? 'Follows you' : null}
      text={person.bio}
      actions={
        <>
          <FriendButton userId={person.id} name={name} status={person.friendStatus} />
          <FollowButton userId={person.id} name={name} isFollowing={person.isFollowing} />
        </>
      }
    />
  )
}

export function FollowList({ list: which }: { list: Which }) {
  const list = useInfiniteQuery(followsQuery(which))
  if (list.isPending) return <RowsSkeleton count={5} />
  if (!list.data) return <ErrorState level={2} text={LIST_MISSING} onRetry={() => void list.refetch()} />
  const people = list.data.pages.flatMap(({ data }) => data)
  if (people.length === 0) return <EmptyState {...NO_FOLLOWS[which]} level={2} />
  return (
    <>
      <ul aria-label={which === 'following' ? 'Following' : 'Followers'}>
        {people.map((person) => (
          <MemberRow key={person.id} person={person} />
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  )
}

/** Lists the open requests, received ones first. Renders nothing when there are none. */
export function FriendRequests() {
  const list = useInfiniteQuery(requestsQuery())
  if (list.isError)
    return (
      <Section title="Friend requests" className="mt-0">
        <ErrorState text={PEOPLE_TEXTS.requestsNotLoaded} onRetry={() => void list.refetch()} />
      </Section>
    )
  const received = list.data?.pages.flatMap((page) => page.received) ?? []
  const sent = list.data?.pages[0]?.sent ?? []
  if (received.length + sent.length === 0) return null
  return (
    <Section
      title="Friend requests"
      className="mt-0"
      aside={received.length > 0 && <span className="num text-14 text-text-3">{received.length}</span>}
    >
      <ul>
        {received.map((request) => (
          <FriendRequestRow key={request.link_id} request={request} type="received" />
        ))}
        {sent.map((request) => (
          <FriendRequestRow key={request.link_id} request={request} type="sent" />
        ))}
      </ul>
      <MoreButton list={list} />
    </Section>
  )
}

/** Lists suggested members. Renders nothing when there are none. */
export function Suggestions() {
  const { data, isError, isPending, refetch } = useQuery(suggestionsQuery())
  if (!isPending && data?.data.length === 0) return null
  return (
    <Section title="People you may know">
      {isError && <ErrorState text={PEOPLE_TEXTS.suggestionsNotLoaded} onRetry={() => void refetch()} />}
      {isPending && <RowsSkeleton count={4} />}
      <ul>
        {data?.data.map((person) => (
          <SuggestionRow
            key={person.id}
            person={person}
            actions={
              <>
                <FollowButton userId={person.id} name={memberName(person)} isFollowing={person.isFollowing} />
                <FriendButton userId={person.id} name={memberName(person)} status={person.friendStatus} />
              </>
            }
          />
        ))}
      </ul>
    </Section>
  )
}
