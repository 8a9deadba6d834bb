import { type ReactNode, Suspense, useState } from 'react'
import { shortDate } from '#shared/dates.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Badge, EarnedBadge } from '../badges.contract.ts'
import { progressText, shareOf } from '../badges.rules.ts'
import { BadgePin } from './badge-pin.tsx'

const loadDialog = () => import('./badge-dialog.tsx')
const BadgeDialog = lazyLoaded(loadDialog, 'BadgeDialog')

/** A badge as a wall shows it: earned, or locked with the progress of its reader (null: not shown). */
export type ShownBadge = Badge & Pick<EarnedBadge, 'challenge'> & { earned_at: string | null; amount: number | null }

/** Four across on a phone, eight on a desktop. */
const GRID = 'grid grid-cols-4 gap-x-2 gap-y-6 md:grid-cols-6 md:gap-x-4 md:gap-y-8 lg:grid-cols-8'

/** Renders badges: the earned ones first, then the locked ones. A badge opens in a dialog. */
export function BadgeWall(props: {
  earned: readonly ShownBadge[]
  locked: readonly ShownBadge[]
  /** In place of the earned ones, if there is none. */
  empty: ReactNode
}) {
  const { earned, locked } = props
  const [opened, setOpened] = useState<ShownBadge | null>(null)
  return (
    <>
      <Section title="Earned" className="mt-0!">
        {earned.length === 0 ? props.empty : <Grid label="Earned badges" badges={earned} onOpen={setOpened} />}
      </Section>
      {locked.length > 0 && (
        <Section title="Locked">
          <Grid label="Locked badges" badges={locked} onOpen={setOpened} />
        </Section>
      )}
      <Suspense fallback={null}>{opened && <BadgeDialog badge={opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  )
}

function Grid(props: { label: string; badges: readonly ShownBadge[]; onOpen: (badge: ShownBadge) => void }) {
  return (
    <ul aria-label={props.label} className={GRID}>
      {props.badges.map((badge) => (
        <li key={badge.id} className="min-w-0">
          <button
            type="button"
            className="group grid w-full justify-items-center gap-2 rounded-control py-1 text-center"
            onPointerEnter={() => void loadDialog().catch(() => {})}
            onClick={() => props.onOpen(badge)}
          >
            <Face badge={badge} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Face({ badge }: { badge: ShownBadge }) {
  const { rule, earned_at, amount } = badge
  const isEarned = earned_at !== null
  const share = rule && amount !== null ? shareOf(rule, amount) : null
  const fact = isEarned ? shortDate(new Date(earned_at)) : rule && amount !== null ? progressText(rule, amount) : null
  return (
    <>
      <BadgePin badge={badge} size={72} className="h-auto w-full max-w-18" {...(!isEarned && { share })} />
      <span className="grid w-full min-w-0 gap-0.5">
        <span
          className={`text-13 leading-tight font-[650] wrap-anywhere max-md:text-12 max-md:[font-stretch:var(--narrow)] underline-offset-3 group-hover:underline ${isEarned ? '' : 'text-text-2'}`}
        >
          {badge.name}
        </span>
        {fact && <span className="num text-12 leading-tight text-text-3">{fact}</span>}
        {!isEarned && <span className="visually-hidden">Locked</span>}
      </span>
    </>
  )
}

/** The placeholder of a wall. */
export function WallSkeleton() {
  return (
    <div role="status" className={GRID}>
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: 16 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all the same
        <span key={at} className="grid justify-items-center gap-2">
          <Skeleton round className="aspect-square w-full max-w-18" />
          <Skeleton className="h-3 w-3/4" />
        </span>
      ))}
    </div>
  )
}
