import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Participation } from '../challenges.contract.ts'
import type { ChallengeStatus } from '../challenges.rules.ts'
import { CHALLENGE_PAGE_TEXTS, CHALLENGES_FAILED } from '../challenges.texts.ts'
import { ChallengeGrid, SECTIONS, sectionOf } from './challenge-card.tsx'
import { challengesQuery, mineQuery } from './challenges.api.ts'

const TITLES: Record<ChallengeStatus, string> = { active: 'Active', upcoming: 'Upcoming', ended: 'Ended' }
const ORDER = ['active', 'upcoming', 'ended'] as const

/** Loads the section's data; failures are shown on the page. */
export async function loadChallenges(client: QueryClient): Promise<void> {
  await Promise.all([
    ...ORDER.map((status) => client.prefetchInfiniteQuery(challengesQuery(status))),
    client.prefetchQuery(mineQuery()),
  ])
}

const byChallenge = (rows: readonly Participation[] | undefined) =>
  new Map((rows ?? []).map((row) => [row.challenge_id as string, row]))

/** Renders all challenges by their current status, with the viewer's progress. */
export function AllChallenges() {
  const { data: mine } = useQuery(mineQuery())
  const own = byChallenge(mine)
  const lists = {
    active: useInfiniteQuery(challengesQuery('active')),
    upcoming: useInfiniteQuery(challengesQuery('upcoming')),
    ended: useInfiniteQuery(challengesQuery('ended')),
  }
  const all = ORDER.map((status) => lists[status])
  const rowsOf = (status: ChallengeStatus) => lists[status].data?.pages.flatMap(({ data }) => data) ?? []
  if (all.some(({ isError, data }) => isError && !data))
    return (
      <ErrorState
        level={2}
        text={CHALLENGES_FAILED}
        onRetry={() => void Promise.all(all.map(({ refetch }) => refetch()))}
      />
    )
  if (all.some(({ isPending }) => isPending)) return <RowsSkeleton count={4} />
  if (ORDER.every((status) => rowsOf(status).length === 0))
    return <EmptyState level={2} title="No challenges yet" text={CHALLENGE_PAGE_TEXTS.none} />
  return (
    <div className={SECTIONS}>
      {ORDER.map((status) => {
        const rows = rowsOf(status)
        if (rows.length === 0) return null
        return (
          <Section key={status} title={TITLES[status]} className={sectionOf(rows.length)}>
            <ChallengeGrid label={`${TITLES[status]} challenges`} challenges={rows} own={own} />
            <MoreButton list={lists[status]} />
          </Section>
        )
      })}
    </div>
  )
}

/**
 * Renders the challenges that a member has joined, in groups; `empty` when there are none, `available` for those that
 * can be joined.
 */
export function JoinedChallenges(props: {
  joined: readonly Participation[]
  isOwn: boolean
  active: ReactNode
  children?: ReactNode
}) {
  const own = byChallenge(props.joined)
  const of = (fits: (row: Participation) => boolean) => props.joined.filter(fits).map(({ challenge }) => challenge)
  const running = of(({ completed, challenge }) => !completed && challenge.status !== 'ended')
  const done = of(({ completed }) => completed)
  const missed = of(({ completed, challenge }) => !completed && challenge.status === 'ended')
  return (
    <div className={SECTIONS}>
      <Section title="Active" className={sectionOf(running.length)}>
        {running.length === 0 ? props.active : <ChallengeGrid label="Active" challenges={running} own={own} />}
      </Section>
      {props.children}
      {(props.isOwn || done.length > 0) && (
        <Section title="Completed" className={sectionOf(done.length)}>
          {done.length === 0 ? (
            <p className="text-text-2">{CHALLENGE_PAGE_TEXTS.completedStay}</p>
          ) : (
            <ChallengeGrid label="Completed" challenges={done} own={own} />
          )}
        </Section>
      )}
      {missed.length > 0 && (
        <Section title="Ended" className={sectionOf(missed.length)}>
          <ChallengeGrid label="Ended" challenges={missed} own={own} />
        </Section>
      )}
    </div>
  )
}
