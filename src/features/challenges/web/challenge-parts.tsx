import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { counted } from '#shared/counted.ts'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/cover.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useNow } from '#web/use-env.ts'
import type { Challenge, Goal, Participation } from '../challenges.contract.ts'
import { amountText, type ChallengeStatus, daysText, goalText, statusNow, timeLeftText } from '../challenges.rules.ts'

export const challengeHref = ({ id }: Pick<Challenge, 'id'>) => `/challenges/${id}`

/** Renders the cover of the challenge's game, else one that is drawn from its title. */
export function ChallengeCover(props: { challenge: Challenge; eager?: boolean; className?: string }) {
  const { challenge, eager = false } = props
  const game = challenge.cover_game
    ? posterGame(challenge.cover_game)
    : { name: challenge.title, genre: 'Challenge', year: new Date(challenge.starts_at).getUTCFullYear() }
  return (
    <span className={cx('poster block', props.className)}>
      <Cover game={game} facts={false} eager={eager} />
    </span>
  )
}

/** Returns the current status of a challenge. */
export const useStatus = (challenge: Challenge): ChallengeStatus => statusNow(challenge, useNow())

const LOOKS: Record<ChallengeStatus, { label: string; icon: IconName }> = {
  upcoming: { label: 'Upcoming', icon: 'calendar' },
  active: { label: 'Active', icon: 'flag' },
  ended: { label: 'Ended', icon: 'lock' },
}

export function StatusChip({ challenge }: { challenge: Challenge }) {
  const { label, icon } = LOOKS[useStatus(challenge)]
  return (
    <Chip edge icon={icon}>
      {label}
    </Chip>
  )
}

/** Renders the days, the time left, and the number of participants. */
export function ChallengeFacts({ challenge, className }: { challenge: Challenge; className?: string }) {
  const now = useNow()
  const { participants } = challenge
  const isOver = statusNow(challenge, now) === 'ended'
  const facts = [
    daysText(challenge),
    ...(isOver ? [] : [timeLeftText(challenge, now)]),
    counted(participants, 'participant'),
  ]
  return (
    <p className={cx('fact num flex flex-wrap gap-x-3', className)}>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  )
}

export const goalWords = ({ type, target, game }: Goal) => goalText({ type, target, game })

/** Renders the total progress as a bar with its number. */
export function ChallengeProgressBar({ title, participation }: { title: string; participation: Participation }) {
  const { percent, completed } = participation
  return (
    <div className="flex items-center gap-2.5">
      <ProgressBar own className="flex-1" value={percent} label={`Your progress in ${title}`} />
      <span className="num text-13 font-[650] whitespace-nowrap">{completed ? 'Completed' : `${percent} %`}</span>
    </div>
  )
}

/** Renders one goal; for a participant with a bar and the amount. */
export function GoalLine({ goal, amount }: { goal: Goal; amount: number | null }) {
  const words = goalWords(goal)
  return (
    <li className="grid gap-2 border-t border-line py-3.5 first:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 text-15 font-[650] break-words">
          {goal.game ? (
            <a href={`/game/${goal.game.id}`} className="underline-offset-3 hover:underline">
              {words}
            </a>
          ) : (
            words
          )}
        </span>
        {amount !== null && (
          <span className="num text-13 text-text-2">
            {amountText({ type: goal.type, target: goal.target, amount })}
          </span>
        )}
      </div>
      {amount !== null && <ProgressBar own value={(amount / goal.target) * 100} label={words} />}
    </li>
  )
}
