import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { memberName } from '#shared/member-name.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import type { EarnedBadge } from '../badges.contract.ts'
import { BADGE_WALL_TEXTS, BADGES_FAILED, WALL_FAILED } from '../badges.texts.ts'
import { BadgeWall, type ShownBadge, WallSkeleton } from './badge-wall.tsx'
import { badgesQuery, memberBadgesQuery } from './badges.api.ts'

/** Loads a member's badges for the header card, because late ones would move the page. A failure omits them. */
export async function loadBadgesOf(
  client: QueryClient,
  { id, viewerSees, seenAs }: Pick<Profile, 'id' | 'viewerSees' | 'seenAs'>,
): Promise<void> {
  if (!viewerSees.badges) return
  await client.prefetchQuery(memberBadgesQuery(id, seenAs))
}

/** Loads what the tab of badges shows besides the member's own; a failure is shown in the page. */
export const loadBadgeTab = (client: QueryClient): Promise<void> => client.prefetchQuery(badgesQuery())

/** Renders the viewer's tab (R-BADGE-01): earned badges, and locked ones with progress. */
export function OwnBadges({ profile }: { profile: Profile }) {
  const badges = useQuery(badgesQuery())
  if (badges.isError && !badges.data)
    return <ErrorState level={3} text={WALL_FAILED} onRetry={() => void badges.refetch()} />
  if (!badges.data) return <WallSkeleton />
  const earned = badges.data.flatMap(({ earned_at, ...badge }) => (earned_at === null ? [] : { ...badge, earned_at }))
  const locked = badges.data.filter(({ earned_at }) => earned_at === null)
  const { badges: visibility } = (profile.settings?.sections ?? {}) as { badges?: unknown }
  return (
    <>
      {visibility === 'private' && (
        <p className="pb-6 text-14 text-text-2">
          {BADGE_WALL_TEXTS.onlyYou}{' '}
          <a href="/settings/privacy" className="underline underline-offset-3">
            Change who sees them
          </a>
        </p>
      )}
      <BadgeWall
        earned={earned.toSorted(byDate)}
        locked={locked}
        empty={
          <EmptyState
            level={3}
            title="No badges yet"
            text={BADGE_WALL_TEXTS.howToEarn}
            action={<ButtonLink href="/all-games">Find a game</ButtonLink>}
          />
        }
      />
    </>
  )
}

const byDate = (a: Pick<EarnedBadge, 'earned_at'>, b: Pick<EarnedBadge, 'earned_at'>) =>
  a.earned_at < b.earned_at ? 1 : a.earned_at > b.earned_at ? -1 : 0

/** Renders another member's tab. Locked badges appear only to a viewer who may see every badge. */
export function MemberBadges({ profile }: { profile: Profile }) {
  const { id, seenAs, viewerSees } = profile
  const badges = useQuery(memberBadgesQuery(id, seenAs))
  const all = useQuery(badgesQuery())
  if (badges.isError && !badges.data)
    return <ErrorState level={3} text={BADGES_FAILED} onRetry={() => void badges.refetch()} />
  if (!badges.data) return <WallSkeleton />
  const earned = badges.data.map((badge): ShownBadge => ({ ...badge, amount: null }))
  const has = new Set(earned.map((badge) => badge.id))
  const seesAll = Object.values(viewerSees).every(Boolean)
  const locked = seesAll ? (all.data ?? []).filter((badge) => !has.has(badge.id)) : []
  return (
    <BadgeWall
      earned={earned}
      locked={locked.map((badge) => ({ ...badge, earned_at: null, amount: null, challenge: null }))}
      empty={<EmptyState level={3} title="No badges yet" text={BADGE_WALL_TEXTS.noneOf(memberName(profile))} />}
    />
  )
}
