import type { LibraryRow } from '#features/library/library.contract.ts'
import type { LibrarySort } from '#features/library/library.endpoints.ts'
import { hoursText, STATUS_LABELS, STATUSES, type Status, type StatusCounts } from '#features/library/library.rules.ts'
import type { Shelf } from '#features/library/shelf.rules.ts'
import { numberText } from '#shared/counted.ts'
import { feedTime } from '#shared/relative-time.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { useNow } from '#web/use-env.ts'

/** The number of posters that are in view at first. */
export const EAGER_POSTERS = 8

/** Removes duplicate rows. Pages are numbered, so a row that moved between two of them may appear twice. */
export function uniqueRows<Row extends Pick<LibraryRow, 'game_id'>>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.game_id, row])).values()]
}

/** Renders one tab for each status, with its number of games once that is loaded. */
export function StatusTabs(props: {
  shelf: Shelf
  counts: StatusCounts | undefined
  addressOf: (shelf: Shelf) => string
}) {
  const { shelf, counts } = props
  const tab = (status: Status | 'all', label: string, count: number | undefined) => ({
    href: props.addressOf({ ...shelf, status }),
    label,
    current: shelf.status === status,
    ...(count !== undefined && { count: numberText(count) }),
  })
  const total = counts && STATUSES.reduce((sum, status) => sum + counts[status], 0)
  return (
    <Tabs
      label="Status"
      items={[
        tab('all', 'All', total),
        ...STATUSES.map((status) => tab(status, STATUS_LABELS[status], counts?.[status])),
      ]}
    />
  )
}

/** Renders the end of a row: when the game was last played, or else added (in a list sorted by adding, always), and its hours. */
export function RowFigures(props: {
  row: Pick<LibraryRow, 'last_played_at' | 'created_at' | 'play_time'>
  sort?: LibrarySort | undefined
}) {
  const { row } = props
  const now = useNow()
  const played = props.sort === 'added' ? null : row.last_played_at
  return (
    <>
      <span className="text-text-3 max-sm:hidden">
        {played === null && <span className="visually-hidden">Added </span>}
        {feedTime(new Date(played ?? row.created_at), now)}
      </span>
      <span className="min-w-14 text-right font-[650]">{row.play_time > 0 ? hoursText(row.play_time) : '–'}</span>
    </>
  )
}
