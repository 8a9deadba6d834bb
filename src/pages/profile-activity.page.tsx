import { memberActivitiesQuery } from '#features/activity/web/activity.api.ts'
import { MemberActivities } from '#features/activity/web/activity.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyFace } from '#web/ui/face.tsx'
import { OwnProfileFrame } from './own-profile-frame.tsx'
import { loadOwnProfile } from './profile-own.ts'

export async function load({ client }: LoadContext) {
  const profile = await loadOwnProfile(client)
  if (profile) await client.prefetchInfiniteQuery(memberActivitiesQuery(profile.id))
}

/** Everything that the member has shared. */
export function Page() {
  return (
    <OwnProfileFrame tab="activity">
      {(profile) => (
        <div className="max-w-216">
          <h2 className="vh">Activity</h2>
          <MemberActivities
            userId={profile.id}
            empty={
              <EmptyFace
                title="Nothing shared yet"
                text="What you log appears here, and in your friends’ feeds."
                action={<ButtonLink href="/all-games">Find a game</ButtonLink>}
              />
            }
          />
        </div>
      )}
    </OwnProfileFrame>
  )
}
