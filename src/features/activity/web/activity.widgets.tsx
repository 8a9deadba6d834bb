import { type UseInfiniteQueryResult, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useMembersOnly } from '#features/accounts/web/accounts.widgets.tsx'
import { useLiveDiscussions } from '#features/discussions/web/discussions.widgets.tsx'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { plural } from '#shared/counted.ts'
import type { ActivityId, GameId, UserId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { SIGN_IN_TO_REPORT } from '#shared/reported.texts.ts'
import { NOTHING_LOST, STILL_THERE } from '#shared/sentences.ts'
import { subjectRef } from '#shared/subject.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { ReportHere } from '#web/report.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { FeedSkeleton } from '#web/ui/list-skeletons.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useNow } from '#web/use-env.ts'
import { useLoadNearEnd } from '#web/use-load-near-end.ts'
import type { Activity, CirclePerson } from '../activity.contract.ts'
import { activitiesOf, foldActivities, unfolded } from '../activity.rules.ts'
import { ACTIVITY } from '../activity.subject.ts'
import { ACTIVITY_TEXTS, FEED_FAILED } from '../activity.texts.ts'
import {
  type ActivitiesPage,
  activitiesOfPages,
  activityBoard,
  activityQuery,
  deleteActivitiesMutation,
  type FeedSource,
  feedQuery,
  gameActivitiesQuery,
  memberActivitiesQuery,
} from './activity.api.ts'
import { ActivityItem, GameActivityItem, GameLine } from './activity-item.tsx'
import { FeedNews } from './feed-news.tsx'

const ConfirmDialog = lazyLoaded(() => import('#web/ui/dialog.tsx'), 'ConfirmDialog')

/**
 * The number of pages that load by themselves while the reader scrolls; after them the reader can reach the foot of the
 * page.
 */
const AUTOMATIC_PARTS = 5

/**
 * Shows the feed of the viewer's circle, or of everyone. `empty` is the empty state. The page has the heading above it,
 * so names of games are third-level headings.
 */
export function ActivityFeed({ from = 'circle', empty }: { from?: FeedSource; empty?: ReactNode }) {
  const feed = useInfiniteQuery(feedQuery(from))
  const source = feed.data?.pages[0]?.source
  const shown = useMemo(() => activitiesOfPages(feed.data?.pages ?? []), [feed.data])
  const top = useRef<HTMLDivElement>(null)
  const retry = () => void feed.refetch()
  if (feed.isPending) return <FeedSkeleton className="[&>div:first-of-type]:pt-1" />
  if (source === undefined || source === 'none')
    return <ErrorState title={FEED_FAILED} text={NOTHING_LOST} onRetry={retry} />
  return (
    <>
      {source === 'own' && (
        <p className="mb-4 flex flex-wrap items-center gap-x-3 text-13 text-text-2" role="status">
          {ACTIVITY_TEXTS.ownShown}
          <Button kind="quiet" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      <div ref={top}>
        {source === 'asked' && <FeedNews key={from} from={from} shown={shown} top={top} />}
        <ActivityList
          list={feed}
          Item={ActivityItem}
          empty={empty ?? <EmptyState title="Nothing here yet" text={ACTIVITY_TEXTS.none} />}
        />
      </div>
    </>
  )
}

/**
 * Shows the activities about a game, ten at a time. The parent loads the first ones (`useGameActivities`). With `most`
 * it shows that many of the latest, and no more.
 */
export function GameActivityList({ gameId, most }: { gameId: GameId; most?: number }) {
  const list = useInfiniteQuery({ ...gameActivitiesQuery(gameId), enabled: ({ state }) => state.data !== undefined })
  const hasFailed = list.isError
  useEffect(() => {
    if (hasFailed) toast({ title: ACTIVITY_TEXTS.gameFailed })
  }, [hasFailed])
  if (list.isPending) return <FeedSkeleton count={most ?? 4} className="[&>div:first-of-type]:pt-1" />
  if (!list.data) return <Unreadable onRetry={() => void list.refetch()} />
  return (
    <ActivityList
      list={list}
      Item={most === undefined ? GameActivityItem : GameLine}
      isOfOneGame
      {...(most !== undefined && { most })}
      empty={<EmptyState title={ACTIVITY_TEXTS.nobodyPlayed} text={ACTIVITY_TEXTS.beFirst} />}
    />
  )
}

/** Shows one member's activities; with `most` the latest ones, unfolded, and no more (R-STAT-11). */
export function MemberActivities(props: { userId: UserId; as?: ViewAs | null; most?: number; empty: ReactNode }) {
  const { userId, as = null, most } = props
  const list = useInfiniteQuery(memberActivitiesQuery(userId, as, most))
  if (list.isPending) return <FeedSkeleton count={most ?? 6} className="[&>div:first-of-type]:pt-1" />
  if (!list.data) return <Unreadable onRetry={() => void list.refetch()} />
  return (
    <ActivityList
      list={list}
      Item={ActivityItem}
      empty={props.empty}
      isStill={as !== null}
      {...(most !== undefined && { most, isFlat: true })}
    />
  )
}

/** Shows a single activity; with `opensComments` all its comments are visible from the start. */
export function OneActivity(props: { activityId: ActivityId; opensComments: boolean; empty: ReactNode }) {
  const list = useInfiniteQuery(activityQuery(props.activityId))
  if (list.isPending) return <FeedSkeleton count={1} className="[&>div:first-of-type]:pt-1" />
  if (!list.data)
    return <ErrorState title={ACTIVITY_TEXTS.notLoaded} text={NOTHING_LOST} onRetry={() => void list.refetch()} />
  return (
    <ActivityList
      list={list}
      Item={ActivityItem}
      empty={props.empty}
      isFlat
      {...(props.opensComments && { opensComments: true })}
    />
  )
}

function Unreadable({ onRetry }: { onRetry: () => void }) {
  return <ErrorState title="Failed to load activities" text={NOTHING_LOST} onRetry={onRetry} />
}

type List = Pick<
  UseInfiniteQueryResult<{ pages: ActivitiesPage[] }>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

interface ActivityListProps {
  list: List
  Item: ComponentType<React.ComponentProps<typeof ActivityItem>>
  empty: ReactNode
  /** Does not fold marks, and loads more only by the button. */
  isOfOneGame?: boolean
  most?: number
  /** Folds nothing. */
  isFlat?: boolean
  opensComments?: boolean
  /** Does not update live, because the list is a preview of another audience's view. */
  isStill?: boolean
}

function ActivityList(props: ActivityListProps) {
  const { list, Item, most, isFlat } = props
  const now = useNow()
  const [deleting, setDeleting] = useState<readonly Activity[] | null>(null)
  const [reported, setReported] = useState<Activity | null>(null)
  const asMember = useMembersOnly()
  const element = useRef<HTMLUListElement>(null)
  const parts = list.data?.pages
  const leastMarks = props.isOfOneGame ? Number.POSITIVE_INFINITY : undefined
  const items = useMemo(() => {
    const activities = activitiesOfPages(parts ?? [])
    return (isFlat ? unfolded(activities) : foldActivities(activities, leastMarks)).slice(0, most)
  }, [parts, leastMarks, most, isFlat])
  const ids = useMemo(() => items.map((item) => activitiesOf(item).map(({ id }) => id)), [items])
  useLiveDiscussions({ list: element, kind: ACTIVITY, items: ids, targetOf: activityBoard, isOn: !props.isStill })
  if (items.length === 0) return props.empty
  const report = (activity: Activity) => {
    const open = () => setReported(activity)
    asMember(SIGN_IN_TO_REPORT, open, open)
  }
  const request = reported && {
    subject: subjectRef(ACTIVITY, reported.id),
    name: `the activity of ${memberName(reported.user)}`,
  }
  return (
    <>
      <ul ref={element} tabIndex={-1} className="outline-none" aria-busy={list.isFetchingNextPage}>
        {items.map((item) => (
          <Item
            key={item.key}
            item={item}
            now={now}
            onDelete={setDeleting}
            onReport={report}
            {...(props.opensComments && { opensComments: true })}
          />
        ))}
      </ul>
      {most === undefined && list.hasNextPage && <More list={list} isByHand={props.isOfOneGame ?? false} />}
      <ReportHere request={request} onClose={() => setReported(null)} />
      {deleting && (
        <Suspense>
          <DeleteDialog
            activities={deleting}
            onClose={() => {
              setDeleting(null)
              // The deletion may have removed the focused element.
              element.current?.focus({ preventScroll: true })
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function More({ list, isByHand }: { list: List; isByHand: boolean }) {
  const element = useRef<HTMLDivElement>(null)
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const isAutomatic = !isByHand && !isFetchNextPageError && (list.data?.pages.length ?? 0) < AUTOMATIC_PARTS
  useLoadNearEnd(element, isAutomatic && !isFetchingNextPage, () => void fetchNextPage())
  return (
    <>
      {/* At least as high as the window, so that the foot of the page stays out of view until the part has arrived. */}
      {isAutomatic && isFetchingNextPage && <FeedSkeleton count={10} className="min-h-dvh" />}
      <div ref={element} className="flex flex-wrap items-center justify-center gap-4 pt-8">
        {isFetchNextPageError && (
          <p className="text-14 text-text-2" role="alert">
            {ACTIVITY_TEXTS.restNotLoaded}
          </p>
        )}
        <Button busy={isFetchingNextPage} busyLabel="Loading…" onClick={() => void fetchNextPage()}>
          {isFetchNextPageError ? 'Try again' : 'Load more'}
        </Button>
      </div>
    </>
  )
}

function DeleteDialog({ activities, onClose }: { activities: readonly Activity[]; onClose: () => void }) {
  const remove = useMutation(deleteActivitiesMutation())
  const count = activities.length
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={plural(count, ACTIVITY_TEXTS.deleteTitle, ACTIVITY_TEXTS.deleteMany(count))}
      text={ACTIVITY_TEXTS.delete}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      danger
      onConfirm={() =>
        remove
          .mutateAsync(activities.map(({ id }) => id))
          .catch(() => toast({ title: ACTIVITY_TEXTS.notDeleted, description: STILL_THERE }))
      }
    />
  )
}

/** Shows the members of the viewer's circle who are playing something; on phones the row scrolls sideways. */
export function PeoplePlaying({ people }: { people: readonly CirclePerson[] }) {
  return (
    <ul className="-mx-(--gutter) grid auto-cols-[76px] grid-flow-col gap-x-3 overflow-x-auto px-(--gutter) [scrollbar-width:none] side:mx-0 side:auto-cols-auto side:grid-flow-row side:gap-y-4 side:px-0">
      {people.map(({ user, game }) => (
        <li
          key={user.id}
          className="flex min-w-0 flex-col items-center gap-2.5 text-center side:flex-row side:gap-3.5 side:text-left"
        >
          <MemberLink member={user} isRepeated>
            <Avatar id={user.id} name={memberName(user)} src={user.avatar_url} size={44} />
          </MemberLink>
          <p className="w-full min-w-0 leading-snug">
            <MemberLink
              member={user}
              className="block truncate text-13 leading-6 font-[650] underline-offset-3 hover:underline side:text-14"
            >
              {memberName(user)}
            </MemberLink>
            <a
              href={`/game/${game.id}`}
              className="block truncate text-12 leading-6 text-text-2 underline-offset-3 hover:underline side:text-13"
              title={`Playing ${game.name}`}
            >
              <span className="max-side:hidden">Playing </span>
              {game.name}
            </a>
          </p>
        </li>
      ))}
    </ul>
  )
}
