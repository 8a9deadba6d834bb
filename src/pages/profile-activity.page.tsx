import { redirect } from 'react-router'
import { activityPath } from '#features/activity/address.rules.ts'
import { PROFILE_ACTIVITY_TEXTS } from '#features/activity/profile-activity.texts.ts'
import { memberActivitiesQuery } from '#features/activity/web/activity.api.ts'
import { MemberActivities } from '#features/activity/web/activity.widgets.tsx'
import { BesidePlayed } from '#features/library-pages/web/profile-played.widgets.tsx'
import { OwnProfileFrame } from '#features/profile-pages/web/own-profile-frame.tsx'
import { loadOwnProfile } from '#features/profiles/web/own-profile.api.ts'
import type { UserId } from '#shared/ids.ts'
import type { LoadContext } from '#web/page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function load({ client, url }: LoadContext) {
  const id = url.searchParams.get('activity')
  // Links that were copied before an activity had a page.
  if (id) throw redirect(activityPath(encodeURIComponent(id)), 308)
  return loadOwnProfile(client, (userId) => client.prefetchInfiniteQuery(memberActivitiesQuery(userId)))
}

/** All activities of the member. */
export function Page() {
  return (
    <OwnProfileFrame tab="activity">
      {(profile) => (
        <BesidePlayed profile={profile}>
          <h2 className="visually-hidden">Activity</h2>
          <All userId={profile.id} />
        </BesidePlayed>
      )}
    </OwnProfileFrame>
  )
}

function All({ userId }: { userId: UserId }) {
  return (
    <MemberActivities
      userId={userId}
      empty={
        <EmptyState
          title="Nothing shared yet"
          text={PROFILE_ACTIVITY_TEXTS.none}
          action={
            <ButtonLink kind="mine" href="/all-games">
              Find a game
            </ButtonLink>
          }
        />
      }
    />
  )
}

/** Its parts have skeletons. */
export { Page as Skeleton }
