import { useLocation } from 'react-router'
import { PROFILE_ACTIVITY_TEXTS } from '#features/activity/profile-activity.texts.ts'
import { activityQuery, memberActivitiesQuery } from '#features/activity/web/activity.api.ts'
import { MemberActivities, OneActivity } from '#features/activity/web/activity.widgets.tsx'
import { BesidePlayed } from '#features/library-pages/web/profile-played.widgets.tsx'
import { OwnProfileFrame } from '#features/profile-pages/web/own-profile-frame.tsx'
import { loadOwnProfile } from '#features/profiles/web/own-profile.api.ts'
import type { ActivityId, UserId } from '#shared/ids.ts'
import type { LoadContext } from '#web/page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Returns the activity that a notification links to, and whether to open its comments; null for all. */
function oneOf(search: URLSearchParams): { id: ActivityId; opensComments: boolean } | null {
  const id = search.get('activity')
  return id ? { id: id as ActivityId, opensComments: search.get('comments') === 'open' } : null
}

export function load({ client, url }: LoadContext) {
  const one = oneOf(url.searchParams)
  return loadOwnProfile(client, (id) =>
    one ? client.prefetchInfiniteQuery(activityQuery(one.id)) : client.prefetchInfiniteQuery(memberActivitiesQuery(id)),
  )
}

/** All activities of the member, or a single one. */
export function Page() {
  const one = oneOf(new URLSearchParams(useLocation().search))
  return (
    <OwnProfileFrame tab="activity">
      {(profile) => (
        <BesidePlayed profile={profile}>
          <h2 className="visually-hidden">Activity</h2>
          {one ? <One key={one.id} {...one} /> : <All userId={profile.id} />}
        </BesidePlayed>
      )}
    </OwnProfileFrame>
  )
}

function One({ id, opensComments }: NonNullable<ReturnType<typeof oneOf>>) {
  return (
    <>
      <OneActivity
        activityId={id}
        opensComments={opensComments}
        empty={<EmptyState title={PROFILE_ACTIVITY_TEXTS.gone} text={PROFILE_ACTIVITY_TEXTS.goneText} />}
      />
      <p className="border-t border-line pt-5">
        <ButtonLink href="/profile/activity">All activity</ButtonLink>
      </p>
    </>
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
