import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { sentenceText } from '#features/activity/activity.rules.ts'
import { ACTIVITY_NOT_FOUND } from '#features/activity/activity.texts.ts'
import { ACTIVITY_PAGE_TEXTS } from '#features/activity/activity-page.texts.ts'
import { activityPath } from '#features/activity/address.rules.ts'
import { activityQuery } from '#features/activity/web/activity.api.ts'
import { OneActivity } from '#features/activity/web/activity.widgets.tsx'
import type { ActivityId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const idOf = (params: Record<string, string | undefined>) => (params.activityId ?? '').toLowerCase() as ActivityId

export async function load({ client, params }: LoadContext) {
  const shown = await client.fetchInfiniteQuery(activityQuery(idOf(params))).catch((error: unknown) => {
    // The page shows the failure, and can retry.
    if (import.meta.env.SSR) throw error
  })
  if (shown?.pages[0]?.activities.length === 0) throw new Response(ACTIVITY_NOT_FOUND, { status: 404 })
}

/** An activity with its discussion, for those who see it in a feed; for everybody else it does not exist (G22, G26). */
export function Page() {
  const id = idOf(useParams())
  const { data } = useInfiniteQuery(activityQuery(id))
  const activity = data?.pages[0]?.activities[0]
  const name = activity && memberName(activity.user)
  const sentence = activity && `${name} ${sentenceText(activity.type, activity.details, activity.game_name)}`
  return (
    <div className="page pt-(--page-top) pb-12 [--page:760px]">
      {/* Robots find the same on the profile and on the page of the game. */}
      <Head
        title={sentence ?? 'Activity'}
        description={ACTIVITY_PAGE_TEXTS.about}
        path={activityPath(id)}
        type="article"
        isIndexed={false}
      />
      <h1 className="title mb-5 text-28 break-words md:text-40">
        {name === undefined ? 'Activity' : ACTIVITY_PAGE_TEXTS.title(name)}
      </h1>
      {sentence !== undefined && <h2 className="visually-hidden">{sentence}</h2>}
      <OneActivity
        key={id}
        activityId={id}
        empty={<EmptyState title={ACTIVITY_PAGE_TEXTS.gone} text={ACTIVITY_PAGE_TEXTS.goneText} />}
      />
      {activity && name !== undefined && (
        <p className="mt-6 border-t border-line pt-5">
          <ButtonLink href={`/profile/${activity.user_id}?tab=activity`}>{ACTIVITY_PAGE_TEXTS.more(name)}</ButtonLink>
        </p>
      )}
    </div>
  )
}

/** Its parts have skeletons. */
export { Page as Skeleton }
