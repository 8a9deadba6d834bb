import { loadBadgesOf } from '#features/badges/web/badges.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { OwnProfileFrame } from './own-profile-frame.tsx'
import { loadOverview, Overview } from './profile-overview.tsx'
import { EVERY_PART, loadOwnProfile } from './profile-own.ts'

export const load = ({ client }: LoadContext) =>
  loadOwnProfile(client, (id, profile) => {
    const own = { id, ...EVERY_PART }
    const favourites = profile.then((known) => known?.favourites ?? [])
    // The whole header card shows the badges.
    return Promise.all([loadBadgesOf(client, own), loadOverview(client, own, { favourites, isOwnPage: true })])
  })

/** The viewer's own profile: as others see it, plus the owner's actions. */
export function Page() {
  return <OwnProfileFrame tab="overview">{(profile) => <Overview profile={profile} isOwnPage />}</OwnProfileFrame>
}

export const hasSkeletons = 'on arrival'
export { isOwnProfileKnown as isKnown } from './profile-own.ts'
