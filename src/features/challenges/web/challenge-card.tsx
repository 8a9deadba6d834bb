import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Challenge, Participation } from '../challenges.contract.ts'
import { ChallengeCover, ChallengeFacts, ChallengeProgressBar, challengeHref, goalWords } from './challenge-parts.tsx'

const FOR_POINTERS = { tabIndex: -1, 'aria-hidden': true } as const

interface CardProps {
  challenge: Challenge
  /** The progress that the card shows. */
  participation?: Participation | null | undefined
  eager?: boolean
}

/** Renders one challenge in a list: cover, days, goals, and the viewer's progress. */
function ChallengeCard({ challenge, participation, eager = false }: CardProps) {
  const href = challengeHref(challenge)
  return (
    <article
      aria-label={challenge.title}
      className="grid grid-cols-[84px_minmax(0,1fr)] items-start gap-4 md:grid-cols-[108px_minmax(0,1fr)]"
    >
      {/* The title beside it has the same link. */}
      <a href={href} {...FOR_POINTERS}>
        <ChallengeCover challenge={challenge} eager={eager} />
      </a>
      <div className="grid min-w-0 grid-cols-1 gap-2">
        <h3 className="game-name text-balance wrap-anywhere">
          <a href={href} className="underline-offset-3 hover:underline">
            {challenge.title}
          </a>
        </h3>
        <ChallengeFacts challenge={challenge} />
        <ul className="grid gap-1 text-13 text-text-2">
          {challenge.goals.map((goal) => (
            <li key={goal.id} className="flex items-start gap-2">
              <Icon name="flag" className="mt-0.5 flex-none" />
              <span className="min-w-0 wrap-anywhere">{goalWords(goal)}</span>
            </li>
          ))}
        </ul>
        {challenge.reward && (
          <p className="flex items-start gap-2 text-13 text-text-2">
            <Icon name="trophy" className="mt-0.5 flex-none" />
            <span className="min-w-0 wrap-anywhere">Reward: {challenge.reward.name}</span>
          </p>
        )}
        {participation && <ChallengeProgressBar title={challenge.title} participation={participation} />}
      </div>
    </article>
  )
}

/** Sections of few challenges stand side by side, each as wide as its cards. */
export const SECTIONS = 'grid grid-cols-1 gap-x-8 gap-y-8 md:gap-y-12 lg:grid-cols-2 xl:grid-cols-3'

/** Returns the class of a section in `SECTIONS` with so many cards. */
export const sectionOf = (count: number): string =>
  cx('mt-0!', count > 1 && 'lg:col-span-2', count > 2 && 'xl:col-span-3')

/** Lists challenges in as many columns as the section is wide. */
export function ChallengeGrid(props: {
  label: string
  challenges: readonly Challenge[]
  own: ReadonlyMap<string, Participation>
}) {
  return (
    <ul
      className={cx(
        'grid grid-cols-1 gap-x-8 gap-y-7',
        props.challenges.length > 1 && 'lg:grid-cols-2',
        props.challenges.length > 2 && 'xl:grid-cols-3',
      )}
      aria-label={props.label}
    >
      {props.challenges.map((challenge, at) => (
        <li key={challenge.id}>
          <ChallengeCard challenge={challenge} participation={props.own.get(challenge.id)} eager={at < 3} />
        </li>
      ))}
    </ul>
  )
}
