import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { FollowButton } from '#features/follows/web/follows.widgets.tsx'
import type { SuggestedPerson } from '#features/friends/people.contract.ts'
import { listSuggestions } from '#features/friends/people.endpoints.ts'
import { reasonOf } from '#features/friends/web/friends.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { call } from '#web/call.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { WELCOME_TEXTS } from '../welcome.texts.ts'

const suggestedQuery = () =>
  queryOptions({
    queryKey: ['welcome', 'people'] as const,
    queryFn: async ({ client, signal }) => (await call(listSuggestions, {}, { client, signal })).data,
    // The list is fixed during the visit: a followed member must not disappear under a finger.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const loadWelcomePeople = (client: QueryClient) => client.prefetchQuery(suggestedQuery())

/** The third step: members to follow (G03, G45). */
export function WelcomePeople() {
  const { data: people, isError, refetch } = useQuery(suggestedQuery())
  if (isError) return <ErrorState text={WELCOME_TEXTS.peopleNotLoaded} onRetry={() => void refetch()} level={2} />
  if (!people) return null
  if (people.length === 0)
    return <EmptyState level={2} title={WELCOME_TEXTS.noPeopleTitle} text={WELCOME_TEXTS.noPeople} />
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-12 md:grid-cols-2" aria-label="Suggested people">
      {people.map((person) => (
        <PersonRow key={person.id} person={person} />
      ))}
    </ul>
  )
}

function PersonRow({ person }: { person: SuggestedPerson }) {
  const client = useQueryClient()
  const name = memberName(person, 'Somebody')
  // The list is not refetched, so update it here.
  const note = (isFollowing: boolean) =>
    client.setQueryData(suggestedQuery().queryKey, (all) =>
      all?.map((one) => (one.id === person.id ? { ...one, isFollowing } : one)),
    )
  return (
    <li className="flex items-center gap-4 border-t border-line py-3.5">
      <Avatar id={person.id} name={name} src={person.avatar_url} size={56} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-15 font-semibold">{name}</p>
        <p className="truncate text-13 text-text-3">
          {person.username && <span className="max-md:hidden">@{person.username} · </span>}
          {reasonOf(person.reason)}
        </p>
        {person.bio && <p className="line-clamp-1 text-13 text-text-2">{person.bio}</p>}
      </div>
      <FollowButton userId={person.id} name={name} isFollowing={person.isFollowing} onChange={note} />
    </li>
  )
}
