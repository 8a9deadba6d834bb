import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { FeedKind } from '#features/mutes/mutes.rules.ts'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import type { ActivityId, GameId, UserId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { NOTHING_LOST } from '#shared/sentences.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { FeedSkeleton } from '#web/ui/list-skeletons.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { CirclePerson } from '../activity.contract.ts'
import { ACTIVITY_TEXTS, FEED_FAILED } from '../activity.texts.ts'
import {
  activitiesOfPages,
  activityQuery,
  type FeedSource,
  feedQuery,
  gameActivitiesQuery,
  memberActivitiesQuery,
} from './activity.api.ts'
import { ActivityItem, GameActivityItem, GameLine, WholeActivity } from './activity-item.tsx'
import { ActivityList, type ListProps } from './activity-list.tsx'
import { FeedNews } from './feed-news.tsx'

type FeedProps = { from?: FeedSource; kind?: FeedKind | null; empty?: ReactNode } & Pick<
  ListProps,
  'between' | 'abovePhones'
>

/** Shows the chosen items of the feed of the viewer's circle. */
export function NewestActivities({ keys }: { keys: readonly string[] }) {
  const feed = useInfiniteQuery(feedQuery('circle'))
  return <ActivityList list={feed} Item={ActivityItem} empty={null} only={keys} />
}

/**
 * Shows the feed of the viewer's circle, or of everyone; with `kind` only that kind of activity. `empty` is the empty state. The page has the heading above it,
 * so names of games are third-level headings.
 */
export function ActivityFeed({ from = 'circle', kind = null, empty, between, abovePhones }: FeedProps) {
  const feed = useInfiniteQuery(feedQuery(from, kind))
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
        {/* New activities are of any kind. */}
        {source === 'asked' && kind === null && <FeedNews key={from} from={from} shown={shown} top={top} />}
        <ActivityList
          list={feed}
          Item={ActivityItem}
          empty={empty ?? <EmptyState title="Nothing here yet" text={ACTIVITY_TEXTS.none} />}
          {...(between && { between })}
          {...(abovePhones && { abovePhones })}
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
      empty={<EmptyState title={ACTIVITY_TEXTS.noneAbout} text={ACTIVITY_TEXTS.logAndShare} />}
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

/** Shows a single activity with its whole discussion. `empty` takes its place after its end. */
export function OneActivity({ activityId, empty }: { activityId: ActivityId; empty: ReactNode }) {
  const list = useInfiniteQuery(activityQuery(activityId))
  if (list.isPending) return <FeedSkeleton count={1} className="[&>div:first-of-type]:pt-1" />
  if (!list.data)
    return <ErrorState title={ACTIVITY_TEXTS.notLoaded} text={NOTHING_LOST} onRetry={() => void list.refetch()} />
  return <ActivityList list={list} Item={WholeActivity} empty={empty} isFlat />
}

function Unreadable({ onRetry }: { onRetry: () => void }) {
  return <ErrorState title="Failed to load activities" text={NOTHING_LOST} onRetry={onRetry} />
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
