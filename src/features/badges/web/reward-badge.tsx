import { SHAPES } from '../badges.rules.ts'
import { BadgePin } from './badge-pin.tsx'

/** Renders the badge that a challenge rewards. */
export function RewardBadge({ reward }: { reward: { name: string; icon: string; level: number } }) {
  const icon = SHAPES.find((one) => one === reward.icon) ?? 'award'
  return (
    <p className="flex items-center gap-3">
      <BadgePin badge={{ icon, level: reward.level }} size={48} className="flex-none" />
      <span className="grid min-w-0">
        <span className="fact">Reward</span>
        <span className="text-15 font-[650] wrap-anywhere">{reward.name}</span>
      </span>
    </p>
  )
}
