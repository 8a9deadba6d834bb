import { loadBadgesOf } from '#features/badges/web/badges.widgets.tsx'
import { OwnProfileFrame } from '#features/profile-pages/web/own-profile-frame.tsx'
import { loadOverview, Overview } from '#features/profile-pages/web/profile-overview.tsx'
import { EVERY_PART, loadOwnProfile } from '#features/profiles/web/own-profile.api.ts'
import type { LoadContext } from '#web/page.ts'

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

/** Its parts have skeletons. */
export { Page as Skeleton }
