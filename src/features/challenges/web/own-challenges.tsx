import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { UserId } from '#shared/ids.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { Section } from '#web/ui/section.tsx'
import { CHALLENGE_PAGE_TEXTS, CHALLENGES_FAILED, JOIN_ONE, LIST_FAILED } from '../challenges.texts.ts'
import { ChallengeGrid, sectionOf } from './challenge-card.tsx'
import { challengesQuery, memberChallengesQuery, mineQuery } from './challenges.api.ts'
import { JoinedChallenges } from './challenges.widgets.tsx'

/** Loads the tab's data; failures are shown on the page. */
export async function loadOwnChallenges(client: QueryClient): Promise<void> {
  await Promise.all([
    client.prefetchQuery(mineQuery()),
    client.prefetchInfiniteQuery(challengesQuery('active')),
    client.prefetchInfiniteQuery(challengesQuery('upcoming')),
  ])
}

/** Renders the viewer's tab (R-CHAL-04): running, available and completed challenges. */
export function OwnChallenges() {
  const mine = useQuery(mineQuery())
  const active = useInfiniteQuery(challengesQuery('active'))
  const upcoming = useInfiniteQuery(challengesQuery('upcoming'))
  if (mine.isError && !mine.data)
    return <ErrorState level={3} text={CHALLENGES_FAILED} onRetry={() => void mine.refetch()} />
  if (!mine.data) return <RowsSkeleton count={3} />
  const joined = new Set(mine.data.map(({ challenge_id }) => challenge_id))
  const open = [active, upcoming].flatMap(({ data }) => data?.pages.flatMap((page) => page.data) ?? [])
  const available = open.filter(({ id }) => !joined.has(id))
  return (
    <JoinedChallenges
      joined={mine.data}
      isOwn
      active={
        <EmptyState
          title={CHALLENGE_PAGE_TEXTS.notJoined}
          text={JOIN_ONE}
          action={<ButtonLink href="/challenges">See all challenges</ButtonLink>}
        />
      }
    >
      <Section
        title="Available"
        more={{ href: '/challenges', label: 'All challenges' }}
        className={sectionOf(available.length)}
      >
        {available.length === 0 ? (
          <p className="text-text-2">
            {open.length === 0 ? CHALLENGE_PAGE_TEXTS.noneToJoin : CHALLENGE_PAGE_TEXTS.allJoined}
          </p>
        ) : (
          <ChallengeGrid label="Available" challenges={available} own={new Map()} />
        )}
      </Section>
    </JoinedChallenges>
  )
}

/** Renders another member's tab. */
export function MemberChallenges({ userId, name, as }: { userId: UserId; name: string; as: ViewAs | null }) {
  const joined = useQuery(memberChallengesQuery(userId, as))
  if (joined.isError && !joined.data)
    return <ErrorState level={3} text={LIST_FAILED} onRetry={() => void joined.refetch()} />
  if (!joined.data) return <RowsSkeleton count={3} />
  if (joined.data.length === 0)
    return (
      <EmptyState
        title="No challenges joined yet"
        text={CHALLENGE_PAGE_TEXTS.noneJoinedBy(name)}
        action={<ButtonLink href="/challenges">See all challenges</ButtonLink>}
      />
    )
  return (
    <JoinedChallenges
      joined={joined.data}
      isOwn={false}
      active={<p className="text-text-2">{CHALLENGE_PAGE_TEXTS.noneUnderWay(name)}</p>}
    />
  )
}
