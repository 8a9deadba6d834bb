import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Section } from '#web/ui/section.tsx'
import { useNow } from '#web/use-env.ts'
import type { Challenge, Participation } from '../challenges.contract.ts'
import { timeLeftText } from '../challenges.rules.ts'
import { ChallengeCover, ChallengeProgressBar, challengeHref, goalWords } from './challenge-parts.tsx'
import { challengesQuery, mineQuery } from './challenges.api.ts'

const FOR_POINTERS = { tabIndex: -1, 'aria-hidden': true } as const

/**
 * Renders the challenges of a home page, at most `most`: joined ones, else those that can be joined. It renders nothing
 * when there are none.
 */
export function HomeChallenges({ className, most = 2 }: { className?: string; most?: number }) {
  const { data: mine } = useQuery(mineQuery())
  const { data: active } = useInfiniteQuery(challengesQuery('active'))
  if (!mine) return null
  const running = mine.filter(({ completed, challenge }) => !completed && challenge.status === 'active')
  const joined = new Map(mine.map((row) => [row.challenge_id as string, row]))
  const open = active?.pages.flatMap(({ data }) => data).filter(({ id }) => !joined.has(id)) ?? []
  const shown = (running.length > 0 ? running.map(({ challenge }) => challenge) : open).slice(0, most)
  if (shown.length === 0) return null
  const title = running.length > 0 ? 'Your challenges' : 'Challenges'
  return (
    <Section title={title} {...(className && { className })} more={{ href: '/challenges', label: 'All' }}>
      <ul className="grid grid-cols-1 gap-4" aria-label={title}>
        {shown.map((challenge) => (
          <ChallengeRow key={challenge.id} challenge={challenge} participation={joined.get(challenge.id)} />
        ))}
      </ul>
    </Section>
  )
}

/** Renders a challenge in a narrow column: cover, goals, time left, and progress. */
function ChallengeRow(props: { challenge: Challenge; participation: Participation | undefined }) {
  const { challenge, participation } = props
  const href = challengeHref(challenge)
  const [goal] = challenge.goals
  return (
    <li className="grid grid-cols-[48px_minmax(0,1fr)] items-start gap-3.5">
      {/* The title beside it has the same link. */}
      <a href={href} {...FOR_POINTERS}>
        <ChallengeCover challenge={challenge} />
      </a>
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <h3 className="text-14 leading-snug font-[650] wrap-anywhere">
          <a href={href} className="underline-offset-3 hover:underline">
            {challenge.title}
          </a>
        </h3>
        <p className="line-clamp-2 text-13 text-text-2">
          {[goal && goalWords(goal), timeLeftText(challenge, useNow())].filter(Boolean).join(' · ')}
        </p>
        {participation && <ChallengeProgressBar title={challenge.title} participation={participation} />}
      </div>
    </li>
  )
}
