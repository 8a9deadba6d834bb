import { loadBadgesOf } from '#features/badges/web/badges.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { OwnProfileFrame } from './own-profile-frame.tsx'
import { loadOverview, Overview } from './profile-overview.tsx'
import { loadOwnProfile } from './profile-own.ts'

export async function load({ client }: LoadContext) {
  const profile = await loadOwnProfile(client)
  // The whole header card shows the badges.
  if (profile) await Promise.all([loadBadgesOf(client, profile), loadOverview(client, profile, true)])
}

/** The viewer's own profile: as others see it, plus the owner's actions. */
export function Page() {
  return <OwnProfileFrame tab="overview">{(profile) => <Overview profile={profile} isOwnPage />}</OwnProfileFrame>
}
