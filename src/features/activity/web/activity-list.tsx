import { type UseInfiniteQueryResult, useMutation } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { useMembersOnly } from '#features/accounts/web/accounts.widgets.tsx'
import { useLiveDiscussions } from '#features/discussions/web/discussions.widgets.tsx'
import { plural } from '#shared/counted.ts'
import { memberName } from '#shared/member-name.ts'
import { SIGN_IN_TO_REPORT } from '#shared/reported.texts.ts'
import { STILL_THERE } from '#shared/sentences.ts'
import { subjectRef } from '#shared/subject.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { ReportHere } from '#web/report.tsx'
import { FeedSkeleton } from '#web/ui/list-skeletons.tsx'
import { MoreNearEnd } from '#web/ui/more-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { Activity } from '../activity.contract.ts'
import { activitiesOf, type FeedItem, foldActivities, unfolded } from '../activity.rules.ts'
import { ACTIVITY } from '../activity.subject.ts'
import { ACTIVITY_TEXTS } from '../activity.texts.ts'
import { type ActivitiesPage, activitiesOfPages, activityBoard, deleteActivitiesMutation } from './activity.api.ts'
import type { ActivityItem } from './activity-item.tsx'

const ConfirmDialog = lazyLoaded(() => import('#web/ui/dialog.tsx'), 'ConfirmDialog')

/**
 * The number of pages that load by themselves while the reader scrolls; after them the reader can reach the foot of the
 * page.
 */
const AUTOMATIC_PARTS = 5

/** A row of another kind stands after so many activities. */
const BETWEEN_ROWS = 5

/** What it contains has the hairline and the padding, so that a row that renders or shows nothing takes no room. */
const ROW = '*:mt-0! *:border-t *:border-line *:py-5 md:*:py-6'

const NOTHING: readonly ReactNode[] = []

type List = Pick<
  UseInfiniteQueryResult<{ pages: ActivitiesPage[] }>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

export interface ListProps {
  list: List
  Item: ComponentType<React.ComponentProps<typeof ActivityItem>>
  empty: ReactNode
  /** Does not fold marks, and loads more only by the button. */
  isOfOneGame?: boolean
  most?: number
  /** Folds nothing. */
  isFlat?: boolean
  /** Does not update live, because the list is a preview of another audience's view. */
  isStill?: boolean
  /** Shows only the items with these keys. */
  only?: readonly string[]
  /** Rows of another kind, which stand between the activities. One that renders nothing takes no room. */
  between?: readonly ReactNode[]
  /** The keys of items that phones show above the list. */
  abovePhones?: readonly string[]
}

/** Shows activities, folded, with their dialogs, and loads more near the end. */
export function ActivityList(props: ListProps) {
  const { list, Item, most, only } = props
  const [deleting, setDeleting] = useState<readonly Activity[] | null>(null)
  const [reported, setReported] = useState<Activity | null>(null)
  const asMember = useMembersOnly()
  const element = useRef<HTMLUListElement>(null)
  const rows = useRows(props)
  const ids = useMemo(() => rows.map(({ item }) => (item ? activitiesOf(item).map(({ id }) => id) : [])), [rows])
  useLiveDiscussions({ list: element, kind: ACTIVITY, items: ids, targetOf: activityBoard, isOn: !props.isStill })
  if (!rows.some(({ item }) => item)) return props.empty
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
        {rows.map(({ key, item, row }) =>
          item ? (
            <Item
              key={key}
              item={item}
              onDelete={setDeleting}
              onReport={report}
              className={props.abovePhones?.includes(key) ? 'max-side:hidden' : undefined}
            />
          ) : (
            <li key={key} className={ROW}>
              {row}
            </li>
          ),
        )}
      </ul>
      {most === undefined && !only && list.hasNextPage && <More list={list} isByHand={props.isOfOneGame ?? false} />}
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
  const pages = list.data?.pages.length ?? 0
  const mostPages = isByHand ? 0 : AUTOMATIC_PARTS
  return (
    <>
      {/* At least as high as the window, so that the foot of the page stays out of view until the part has arrived. */}
      {pages < mostPages && list.isFetchingNextPage && <FeedSkeleton count={10} className="min-h-dvh" />}
      <MoreNearEnd list={list} pages={pages} mostPages={mostPages} />
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

interface ListRow {
  key: string
  item?: FeedItem
  row?: ReactNode
}

function useRows(props: ListProps): ListRow[] {
  const { list, most, isFlat, only, between = NOTHING } = props
  const parts = list.data?.pages
  const leastMarks = props.isOfOneGame ? Number.POSITIVE_INFINITY : undefined
  const items = useMemo(() => {
    const activities = activitiesOfPages(parts ?? [])
    const all = isFlat ? unfolded(activities) : foldActivities(activities, leastMarks)
    return only ? all.filter(({ key }) => only.includes(key)) : all.slice(0, most)
  }, [parts, leastMarks, most, isFlat, only])
  const hasAll = !list.hasNextPage
  return useMemo(() => withRowsBetween(items, between, hasAll), [items, between, hasAll])
}

/** Puts a row after every few items, and those that are left at the end of the whole list. */
function withRowsBetween(items: readonly FeedItem[], between: readonly ReactNode[], hasAll: boolean): ListRow[] {
  const rowAt = (at: number): ListRow => ({ key: `row-${at}`, row: between[at] })
  const placed = Math.min(between.length, Math.floor(items.length / BETWEEN_ROWS))
  const all = items.flatMap((item, at): ListRow[] => {
    const after = (at + 1) / BETWEEN_ROWS
    const shown = { key: item.key, item }
    return Number.isInteger(after) && after <= placed ? [shown, rowAt(after - 1)] : [shown]
  })
  return hasAll ? [...all, ...between.slice(placed).map((_, at) => rowAt(placed + at))] : all
}
