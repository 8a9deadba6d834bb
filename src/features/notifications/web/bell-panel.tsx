import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { LIST_MISSING } from '#web/ui/error-texts.ts'
import { Popover } from '#web/ui/popover.tsx'
import type { PopupProps } from '#web/ui/popup.ts'
import { NO_NOTIFICATIONS } from '../notifications.texts.ts'
import { LinesSkeleton } from './lines-skeleton.tsx'
import { NotificationList, useMarkRead } from './notification-list.tsx'
import { linesOf, notificationsQuery } from './notifications.api.ts'
import { RecentToasts } from './recent-toasts.tsx'

/** The number of latest lines; the page shows all. */
const SHOWN = 7

/** Shows the panel that opens from the bell. */
export function BellPanel(popup: PopupProps) {
  return (
    <Popover {...popup} title="Notifications" align="end" holdsFocus>
      <LatestNotifications onLeave={popup.onClose} />
    </Popover>
  )
}

function LatestNotifications({ onLeave }: { onLeave: () => void }) {
  const list = useInfiniteQuery(notificationsQuery())
  const read = useMarkRead()
  const lines = linesOf(list.data?.pages ?? []).slice(0, SHOWN)
  const hasUnread = (list.data?.pages[0]?.unread ?? 0) > 0
  return (
    <div className="grid w-100 max-w-full grid-cols-1">
      <RecentToasts onOpen={onLeave} />
      <div className="min-h-80">
        {list.isPending ? (
          <LinesSkeleton count={4} />
        ) : !list.data ? (
          <ErrorState text={LIST_MISSING} onRetry={() => void list.refetch()} />
        ) : lines.length === 0 ? (
          <EmptyState title="Nothing yet" text={NO_NOTIFICATIONS} />
        ) : (
          <NotificationList lines={lines} onOpen={onLeave} />
        )}
      </div>
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex items-center justify-between gap-2 border-t border-line bg-surface px-4 py-2.5">
        <Button kind="quiet" disabled={!hasUnread} onClick={() => read('all')}>
          Mark all as read
        </Button>
        <ButtonLink kind="quiet" href="/notifications" onClick={onLeave}>
          See all
        </ButtonLink>
      </div>
    </div>
  )
}
