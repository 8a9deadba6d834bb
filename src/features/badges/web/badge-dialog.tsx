import { fullDate } from '#shared/dates.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { progressText, ruleText, shareOf } from '../badges.rules.ts'
import { GIVEN_BY } from '../badges.texts.ts'
import { BadgePin } from './badge-pin.tsx'
import type { ShownBadge } from './badge-wall.tsx'

/** Renders one badge in full size, with its date and its task. */
export function BadgeDialog({ badge, onClose }: { badge: ShownBadge; onClose: () => void }) {
  const { rule, earned_at, challenge, amount } = badge
  const isEarned = earned_at !== null
  const share = rule && amount !== null ? shareOf(rule, amount) : null
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || onClose()} size="question" title={badge.name}>
      <div className="grid justify-items-center gap-4 pb-3 text-center [--on:var(--surface)]">
        <BadgePin badge={badge} size={168} {...(!isEarned && { share })} />
        <p className="max-w-[40ch] text-16 wrap-anywhere">{badge.description}</p>
        {challenge && (
          <p className="text-14 text-text-2 wrap-anywhere">
            The reward of{' '}
            <a href={`/challenges/${challenge.id}`} className="underline underline-offset-3" onClick={onClose}>
              {challenge.title}
            </a>
          </p>
        )}
        {isEarned ? (
          <p className="fact num">
            Earned {fullDate(new Date(earned_at))}
            {rule && ` · ${progressText(rule, rule.threshold)}`}
          </p>
        ) : rule && amount !== null ? (
          <div className="grid w-full max-w-70 gap-2">
            <ProgressBar own value={(share ?? 0) * 100} label={ruleText(rule)} />
            <p className="fact num">{progressText(rule, amount)}</p>
          </div>
        ) : (
          <p className="fact">{rule ? 'Not earned yet' : GIVEN_BY}</p>
        )}
      </div>
    </Dialog>
  )
}
