import type { ReactNode } from 'react'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { ProfileUnavailable } from '#features/profiles/web/profile-boundary.tsx'
import { FeedSkeleton } from '#web/ui/skeleton.tsx'
import { ProfileFrame } from './profile-frame.tsx'
import { useOwnProfile } from './profile-own.ts'

/** A page of the own profile: its frame, once the profile is there. */
export function OwnProfileFrame(props: {
  tab: string
  /** In place of the header card's, where the page has fuller ones. */
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
      <h1 className="vh">Profile</h1>
      <FeedSkeleton />
    </div>
  )
}
