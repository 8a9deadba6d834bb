import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { followMember, unfollowMember } from '#features/follows/follows.contract.ts'
import { listSuggestions, type SuggestedPerson } from '#features/friends/people.contract.ts'
import { CallError, call } from '#web/call.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyFace, ErrorFace } from '#web/ui/face.tsx'
import { toast } from '#web/ui/toasts.ts'

const suggestedQuery = () =>
  queryOptions({
    queryKey: ['friends', 'suggestions', 'welcome'] as const,
    queryFn: async ({ client, signal }) => (await call(listSuggestions, {}, { client, signal })).data,
    // It stays while it is looked at: whoever was followed must not go away under a finger.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const loadWelcomePeople = (client: QueryClient) => client.prefetchQuery(suggestedQuery())

/** The third step: whom to follow (G03, G45). */
export function WelcomePeople() {
  const { data: people, isError, refetch } = useQuery(suggestedQuery())
  if (isError) return <ErrorFace text="The people did not arrive." onRetry={() => void refetch()} level={2} />
  if (!people) return null
  if (people.length === 0)
    return (
      <EmptyFace
        level={2}
        title="You are among the first"
        text="Nobody to suggest yet. Whoever comes after you will find you."
      />
    )
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
  const [isFollowing, setFollowing] = useState(person.isFollowing)
  const [isBusy, setBusy] = useState(false)
  const name = person.display_name ?? person.username ?? 'Somebody'

  async function toggle(): Promise<void> {
    if (isBusy) return
    const wanted = !isFollowing
    setFollowing(wanted)
    setBusy(true)
    try {
      if (wanted) await call(followMember, { body: { following_id: person.id } })
      else await call(unfollowMember, { params: { userId: person.id } })
      client.setQueryData(suggestedQuery().queryKey, (all) =>
        all?.map((one) => (one.id === person.id ? { ...one, isFollowing: wanted } : one)),
      )
    } catch (error) {
      setFollowing(!wanted)
      toast({
        title: wanted ? `${name} could not be followed` : `${name} is still followed`,
        ...(error instanceof CallError && { description: error.message }),
        tone: 'danger',
      })
    } finally {
      setBusy(false)
    }
  }

  return (
    <li className="flex items-center gap-4 border-t border-line py-3.5">
      <Avatar id={person.id} name={name} src={person.avatar_url} size={56} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-15 font-semibold">{name}</p>
        <p className="truncate text-13 text-text-3">
          {person.username && <span className="max-md:hidden">@{person.username} · </span>}
          {reasonText(person.reason)}
        </p>
        {person.bio && <p className="line-clamp-1 text-13 text-text-2">{person.bio}</p>}
      </div>
      <Button
        aria-pressed={isFollowing}
        aria-label={`Follow ${name}`}
        kind={isFollowing ? 'line' : 'plain'}
        icon={isFollowing ? 'check' : 'plus'}
        onClick={() => void toggle()}
      >
        {isFollowing ? 'Following' : 'Follow'}
      </Button>
    </li>
  )
}

const inCommon = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'} in common`

function reasonText({ kind, count }: SuggestedPerson['reason']): string {
  if (kind === 'mutual_friends') return inCommon(count, 'friend')
  return kind === 'same_games' ? inCommon(count, 'game') : 'Here lately'
}
