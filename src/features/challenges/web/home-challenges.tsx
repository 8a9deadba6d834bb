import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Section } from '#web/ui/section.tsx'
import { ChallengeGrid } from './challenge-card.tsx'
import { challengesQuery, mineQuery } from './challenges.api.ts'

const MOST = 3

/** On a member's home: those one is in, else those that one could join. Nothing where there is none. */
export function HomeChallenges() {
  const { data: mine } = useQuery(mineQuery())
  const { data: active } = useInfiniteQuery(challengesQuery('active'))
  if (!mine) return null
  const running = mine.filter(({ completed, challenge }) => !completed && challenge.status === 'active')
  const joined = new Map(mine.map((row) => [row.challenge_id as string, row]))
  const open = active?.pages.flatMap(({ data }) => data).filter(({ id }) => !joined.has(id)) ?? []
  const shown = (running.length > 0 ? running.map(({ challenge }) => challenge) : open).slice(0, MOST)
  if (shown.length === 0) return null
  const title = running.length > 0 ? 'Your challenges' : 'Challenges'
  return (
    <Section title={title} more={{ href: '/challenges', label: 'All challenges' }}>
      <ChallengeGrid label={title} challenges={shown} own={joined} />
    </Section>
  )
}
