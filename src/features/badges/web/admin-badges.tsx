import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { counted } from '#shared/counted.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { ADMIN_BADGE_TEXTS } from '../admin-badges.texts.ts'
import type { AdminBadge } from '../badges.contract.ts'
import { KINDS, type Rule } from '../badges.rules.ts'
import { BADGES_FAILED, GIVEN_BY } from '../badges.texts.ts'
import { BadgePin } from './badge-pin.tsx'
import { adminBadgesQuery } from './badges.api.ts'

const BadgeForm = lazyLoaded(() => import('./badge-form.tsx'), 'BadgeForm')
const OwnersDialog = lazyLoaded(() => import('./owners-dialog.tsx'), 'OwnersDialog')

/** Renders the catalogue with the number of members who have each badge, and the actions of admins (G14). */
export function AdminBadges() {
  const { data, isError, refetch } = useQuery(adminBadgesQuery())
  const [edited, setEdited] = useState<AdminBadge | 'new' | null>(null)
  const [ownersOf, setOwnersOf] = useState<AdminBadge | null>(null)
  if (isError && !data) return <ErrorState level={2} text={BADGES_FAILED} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton count={6} />
  return (
    <>
      <Button kind="solid" icon="plus" className="justify-self-start" onClick={() => setEdited('new')}>
        New badge
      </Button>
      <ul aria-label="Badges">
        {data.map((badge) => (
          <li
            key={badge.id}
            className="grid grid-cols-[56px_minmax(0,1fr)] items-start gap-x-4 gap-y-3 border-t border-line py-4 first:border-t-0 sm:grid-cols-[56px_minmax(0,1fr)_auto]"
          >
            <BadgePin badge={badge} size={56} />
            <div className="grid min-w-0 grid-cols-1 justify-items-start gap-1">
              <h2 className="text-16 font-[650] wrap-anywhere">{badge.name}</h2>
              <p className="text-14 wrap-anywhere text-text-2">{badge.description}</p>
              <p className="fact num">
                {badge.rule ? ruleFact(badge.rule) : GIVEN_BY} · {membersText(badge.members)}
              </p>
              {!badge.isBackfilled && <Chip edge>{ADMIN_BADGE_TEXTS.backfilling}</Chip>}
            </div>
            <div className="col-start-2 flex flex-wrap gap-2 sm:col-start-3">
              <Button icon="pen" aria-label={`Edit ${badge.name}`} onClick={() => setEdited(badge)}>
                Edit
              </Button>
              <Button icon="people" aria-label={`Members with ${badge.name}`} onClick={() => setOwnersOf(badge)}>
                Members
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {edited && <BadgeForm badge={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
        {ownersOf && <OwnersDialog badge={ownersOf} onClose={() => setOwnersOf(null)} />}
      </Suspense>
    </>
  )
}

const ruleFact = ({ kind, threshold }: Rule) => `${KINDS[kind].label}: ${threshold.toLocaleString('en')}`
const membersText = (members: number) => counted(members, 'member')
