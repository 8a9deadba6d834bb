import { useQuery } from '@tanstack/react-query'
import { FollowButton } from '#features/follows/web/follows.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { Section } from '#web/ui/section.tsx'
import { suggestionsQuery } from './friends.api.ts'
import { reasonOf } from './friends.widgets.tsx'
import { PersonRow } from './person-row.tsx'

const MAX = 3

/** Shows some suggested members beside the home page's feed. Renders nothing when there are none. */
export function PeopleToFollow({ className }: { className?: string }) {
  const { data } = useQuery(suggestionsQuery())
  // A member that the viewer follows here stays in the list, because it is not read again.
  const people = data?.data.filter(({ isFollowing }) => !isFollowing).slice(0, MAX) ?? []
  if (people.length === 0) return null
  return (
    <Section
      title="People to follow"
      {...(className && { className })}
      more={{ href: '/profile/friends', label: 'More' }}
    >
      <ul>
        {people.map((person) => (
          <PersonRow
            key={person.id}
            person={{ ...person, username: null, display_name: memberName(person) }}
            place="inline"
            line={reasonOf(person.reason)}
            actions={<FollowButton userId={person.id} name={memberName(person)} isFollowing={person.isFollowing} />}
          />
        ))}
      </ul>
    </Section>
  )
}
