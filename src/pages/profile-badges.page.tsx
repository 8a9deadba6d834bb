import { loadBadgeTab, OwnBadges } from '#features/badges/web/badges.widgets.tsx'
import { OwnProfileFrame } from '#features/profile-pages/web/own-profile-frame.tsx'
import { loadOwnProfile } from '#features/profiles/web/own-profile.api.ts'
import type { LoadContext } from '#web/page.ts'

export async function load({ client }: LoadContext) {
  // A failure is shown in the page.
  await Promise.all([loadOwnProfile(client), loadBadgeTab(client)])
}

/** The viewer's own badges (R-ROUTE-20). */
export function Page() {
  return (
    <OwnProfileFrame tab="badges">
      {(profile) => (
        <>
          <h2 className="visually-hidden">Badges</h2>
          <OwnBadges profile={profile} />
        </>
      )}
    </OwnProfileFrame>
  )
}

/** Its parts have skeletons. */
export { Page as Skeleton }
