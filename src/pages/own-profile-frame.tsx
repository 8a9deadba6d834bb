import type { ReactNode } from 'react'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { ProfileUnavailable } from '#features/profiles/web/profile-boundary.tsx'
import { FeedSkeleton } from '#web/ui/list-skeletons.tsx'
import { ProfileFrame } from './profile-frame.tsx'
import { useOwnProfile } from './profile-own.ts'

/** The frame of a page of the viewer's own profile, once the profile has loaded. */
export function OwnProfileFrame(props: {
  tab: string
  /** Replaces the figures of the header card, on pages with more complete ones. */
  figures?: ReactNode
  children: (profile: Profile) => ReactNode
}) {
  const { profile, hasFailed, retry } = useOwnProfile()
  if (profile)
    return (
      <ProfileFrame profile={profile} tab={props.tab} isOwnPage figures={props.figures}>
        {props.children(profile)}
      </ProfileFrame>
    )
  if (hasFailed) return <ProfileUnavailable onRetry={retry} />
  return (
    <div className="page py-12">
      <h1 className="visually-hidden">Profile</h1>
      <FeedSkeleton />
    </div>
  )
}
