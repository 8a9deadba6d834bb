import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { byDay } from '#features/notifications/notifications.rules.ts'
import { NO_NOTIFICATIONS, NOTIFICATIONS_ABOUT } from '#features/notifications/notifications.texts.ts'
import { LinesSkeleton } from '#features/notifications/web/lines-skeleton.tsx'
import { NotificationList, useMarkRead } from '#features/notifications/web/notification-list.tsx'
import { linesOf, notificationsQuery } from '#features/notifications/web/notifications.api.ts'
import { RecentToasts } from '#features/notifications/web/recent-toasts.tsx'
import { utcDay } from '#shared/calendar-days.ts'
import { localDay } from '#shared/dates.ts'
import { Head } from '#web/head.tsx'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import type { LoadContext } from '#web/page.ts'
import { Button, IconButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { LIST_MISSING } from '#web/ui/error-texts.ts'
import { MoreButton } from '#web/ui/more-button.tsx'
import { useIsHydrated, useNow } from '#web/use-env.ts'

export async function load({ client }: LoadContext) {
  await client.prefetchInfiniteQuery(notificationsQuery())
}

/** Only the browser asks for it. */
const PeopleToFollow = lazyHydrated(
  () => import('#features/friends/web/people-to-follow.widgets.tsx'),
  'PeopleToFollow',
)

/** The member's notifications (G48). */
export function Page() {
  const list = useInfiniteQuery(notificationsQuery())
  const read = useMarkRead()
  const hasUnread = (list.data?.pages[0]?.unread ?? 0) > 0
  return (
    <div className="page pb-12">
      <Head title="Notifications" description={NOTIFICATIONS_ABOUT} path="/notifications" isIndexed={false} />
      <div className="mx-auto max-w-180">
        <Top>
          {/* Disabled while the list loads, as it is when everything is read. */}
          <Button kind="plain" disabled={!hasUnread} onClick={() => read('all')}>
            Mark all as read
          </Button>
        </Top>
        <RecentToasts />
        <Lines />
        {/* Below the list, which would move it. */}
        {!list.isPending && <PeopleToFollow />}
      </div>
    </div>
  )
}

function Lines() {
  const list = useInfiniteQuery(notificationsQuery())
  const now = useNow()
  // The server does not know the reader's time zone.
  const dayOf = useIsHydrated() ? localDay : utcDay
  if (list.isPending)
    return (
      <div className="shape">
        <LinesSkeleton />
      </div>
    )
  if (!list.data) return <ErrorState level={2} text={LIST_MISSING} onRetry={() => void list.refetch()} />
  const lines = linesOf(list.data.pages)
  if (lines.length === 0)
    return (
      <EmptyState
        level={2}
        title="Nothing yet"
        text={NO_NOTIFICATIONS}
        link={{ href: '/profile/friends', label: 'Find people' }}
      />
    )
  return (
    <>
      {byDay(lines, now, dayOf).map(({ title, lines }) => (
        <section key={title} aria-labelledby={`notifications-${title}`} className="pb-6">
          <h2 id={`notifications-${title}`} className="fact pb-1">
            {title}
          </h2>
          <NotificationList lines={lines} label={`Notifications, ${title.toLowerCase()}`} />
        </section>
      ))}
      <MoreButton list={list} />
    </>
  )
}

/** Its parts have skeletons. */
export { Page as Skeleton }

function Top({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-(--page-top) pb-4">
      <h1 className="title flex-1 text-40">Notifications</h1>
      <div className="flex items-center gap-1">
        {children}
        <IconButtonLink icon="settings" label="Notification settings" href="/settings/notifications" />
      </div>
    </div>
  )
}
