import { type ReactNode, useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { ProfileTab } from '#features/profiles/profile-tabs.rules.ts'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { useOwnProfile } from '#features/profiles/web/own-profile.api.ts'
import { ProfileUnavailable } from '#features/profiles/web/profile-boundary.widgets.tsx'
import { ProfileSkeleton, TabSkeleton } from '#features/profiles/web/profile-skeleton.widgets.tsx'
import { useIsLoaded } from '#web/page-load.tsx'
import { ProfileFrame } from './profile-frame.tsx'

/**
 * The frame of a page of the viewer's own profile. A skeleton keeps the place of what has not loaded. From tab to tab the frame is
 * there at once, so that the focus stays on the tab; the whole header card of the overview has parts that load on their own.
 */
export function OwnProfileFrame(props: {
  tab: ProfileTab
  /** Replaces the figures of the header card, on pages with more complete ones. */
  figures?: ReactNode
  children: (profile: Profile) => ReactNode
}) {
  const { tab } = props
  const viewer = useViewer()
  const { profile, hasFailed, retry } = useOwnProfile()
  const isLoaded = useIsLoaded()
  const [isFrameKnown] = useState(profile !== null && tab !== 'overview')
  // One skeleton until all is there: another one in between would flicker.
  if (profile && (isLoaded || isFrameKnown))
    return (
      <ProfileFrame profile={profile} tab={tab} isOwnPage figures={props.figures}>
        {isLoaded ? (
          props.children(profile)
        ) : (
          <div className="shape">
            <TabSkeleton tab={tab} />
          </div>
        )}
      </ProfileFrame>
    )
  if (hasFailed) return <ProfileUnavailable onRetry={retry} />
  return <ProfileSkeleton own={viewer} tab={tab} />
}
