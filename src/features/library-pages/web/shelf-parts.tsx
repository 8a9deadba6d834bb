import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { FacetCount, LibraryRow } from '#features/library/library.contract.ts'
import { type LibrarySort, SORTS, type SortOrder } from '#features/library/library.endpoints.ts'
import {
  defaultOrder,
  hoursText,
  STATUS_LABELS,
  STATUSES,
  type Status,
  type StatusCounts,
} from '#features/library/library.rules.ts'
import type { Shelf } from '#features/library/shelf.rules.ts'
import { SHELF_TEXTS } from '#features/library/shelf.texts.ts'
import { MARKS } from '#features/library/shelf-filters.rules.ts'
import { FacetSelect } from '#features/library/web/facet-select.widgets.tsx'
import { QUEUE_NAME } from '#features/shelves/own-shelves.rules.ts'
import { numberText } from '#shared/counted.ts'
import { feedTime } from '#shared/relative-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useNow } from '#web/use-env.ts'
import { useLoadNearEnd } from '#web/use-load-near-end.ts'

/** The number of posters that are in view at first. */
export const EAGER_POSTERS = 8
/** The list follows the search field after this pause in typing. */
const REST_MS = 250

/** Removes duplicate rows. Pages are numbered, so a row that moved between two of them may appear twice. */
export function uniqueRows<Row extends Pick<LibraryRow, 'game_id'>>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.game_id, row])).values()]
}

/** The label of the rating is null, because it depends on the owner of the list. */
const SORT_LABELS: Record<LibrarySort, string | null> = {
  recent: 'Recently updated',
  added: 'Date added',
  released: 'Release date',
  last_played: 'Last played',
  hours: 'Hours played',
  rating: null,
  name: 'Name',
  queue: QUEUE_NAME,
}

const BY_TIME = { desc: 'Newest first', asc: 'Oldest first' }
const ORDER_LABELS: Record<LibrarySort, Record<SortOrder, string>> = {
  recent: BY_TIME,
  added: BY_TIME,
  released: BY_TIME,
  last_played: BY_TIME,
  hours: { desc: 'Most first', asc: 'Fewest first' },
  rating: { desc: 'Highest first', asc: 'Lowest first' },
  name: { asc: 'A to Z', desc: 'Z to A' },
  queue: { asc: 'First to last', desc: 'Last to first' },
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

interface ShelfBarProps {
  shelf: Shelf
  /** The name of the list: 'my games', 'Ann’s games'. */
  label: string
  /** The label of the sort by rating: 'My rating', 'Their rating'. */
  ratingLabel: string
  addressOf: (shelf: Shelf) => string
  /** The viewer's own list: in the order of the queue, and by marks of playthroughs. */
  isOwn?: boolean
  /** The platforms, genres and shelves to filter by, when they are loaded. */
  facets:
    | { platforms: readonly FacetCount[]; genres: readonly FacetCount[]; shelves?: readonly FacetCount[] }
    | undefined
  /** Rendered beside the view switch. */
  action?: ReactNode
}

/** Renders search, order, and grid or list; `addressOf` returns the address of a changed shelf. */
export function ShelfBar(props: ShelfBarProps) {
  const { shelf, addressOf, facets } = props
  const go = useShelfChange(shelf, addressOf)
  return (
    <div role="search" aria-label={props.label} className="flex flex-wrap items-center gap-3 py-4">
      <SearchInput label={props.label} value={shelf.search} onChange={(search) => go({ search }, true)} />
      {/* One line on phones, so that the games appear sooner. */}
      <div className="bleed flex w-[calc(100%+2*var(--gutter))] flex-none items-center gap-2 *:flex-none sm:contents">
        <Select
          look="chip"
          aria-label="Sort by"
          value={shelf.sort}
          onChange={(event) => {
            const sort = event.target.value as LibrarySort
            go({ sort, order: defaultOrder(sort) })
          }}
          options={SORTS.filter((sort) => sort !== 'queue' || props.isOwn).map((sort) => ({
            value: sort,
            label: SORT_LABELS[sort] ?? props.ratingLabel,
          }))}
        />
        <OrderLink shelf={shelf} addressOf={addressOf} />
        <FacetSelect
          name="Platform"
          value={shelf.platform}
          facets={facets?.platforms}
          onChoose={(platform) => go({ platform })}
        />
        <FacetSelect name="Genre" value={shelf.genre} facets={facets?.genres} onChoose={(genre) => go({ genre })} />
        {facets?.shelves && facets.shelves.length > 0 && (
          <FacetSelect
            name="Shelf"
            value={shelf.filters?.shelf ?? ''}
            facets={facets.shelves}
            onChoose={(name) => go({ filters: { ...shelf.filters, shelf: name || undefined } })}
          />
        )}
        {props.isOwn && (
          <MarkSelect value={shelf.filters?.mark} onChange={(mark) => go({ filters: { ...shelf.filters, mark } })} />
        )}
      </div>
      <span className="ml-auto flex items-center gap-3">
        {props.action}
        <Segmented
          label="View"
          value={shelf.view}
          options={[
            { value: 'grid', label: 'Grid', icon: 'grid', href: addressOf({ ...shelf, view: 'grid' }) },
            { value: 'list', label: 'List', icon: 'list', href: addressOf({ ...shelf, view: 'list' }) },
          ]}
        />
      </span>
    </div>
  )
}

/** Returns a function that leads to another shelf. */
function useShelfChange(shelf: Shelf, addressOf: (shelf: Shelf) => string) {
  const navigate = useNavigate()
  // A second choice may come before the page shows the first one, and must not undo it.
  const chosen = useRef(shelf)
  const shown = addressOf(shelf)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address means that the page shows another shelf
  useEffect(() => {
    chosen.current = shelf
  }, [shown])
  // All typing is one step in the browser history; every other choice is a separate step.
  const go = (change: Partial<Shelf>, replace = false) => {
    chosen.current = { ...chosen.current, ...change }
    void navigate(addressOf(chosen.current), { replace })
  }
  return go
}

/** Calls back after a pause in typing. */
function SearchInput(props: { label: string; value: string; onChange: (text: string) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <label className="flex h-9 w-full items-center gap-2 rounded-control bg-surface-2 px-3 text-text-3 focus-within:outline-2 focus-within:outline-focus sm:w-64 pointer-coarse:h-11">
      <Icon name="search" />
      <span className="visually-hidden">Search {props.label}</span>
      <input
        type="search"
        placeholder={`Search ${props.label}`}
        autoComplete="off"
        className="w-full min-w-0 bg-transparent text-14 text-text outline-none placeholder:text-text-3 pointer-coarse:text-16"
        defaultValue={props.value}
        onChange={(event) => {
          clearTimeout(timer.current)
          const search = event.target.value.trim()
          timer.current = setTimeout(() => props.onChange(search), REST_MS)
        }}
      />
    </label>
  )
}

function MarkSelect({ value, onChange }: { value: string | undefined; onChange: (mark: string | undefined) => void }) {
  return (
    <Select
      look="chip"
      aria-label="Mark"
      className="max-w-36 sm:max-w-44"
      placeholder="Any mark"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      options={Object.entries(MARKS).map(([value, label]) => ({ value, label }))}
    />
  )
}

/** Renders the direction of the list as a link that reverses it. */
function OrderLink({ shelf, addressOf }: { shelf: Shelf; addressOf: (shelf: Shelf) => string }) {
  const { sort, order } = shelf
  const other = order === 'asc' ? 'desc' : 'asc'
  return (
    <a
      href={addressOf({ ...shelf, order: other })}
      className="btn"
      aria-label={`${ORDER_LABELS[sort][order]}, change to ${ORDER_LABELS[sort][other].toLowerCase()}`}
    >
      <Icon name="sort" />
      {ORDER_LABELS[sort][order]}
    </a>
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

/** This many further pages load automatically; after that the visitor can reach the footer of the page. */
const AUTOMATIC_PAGES = 5

/**
 * Loads the next page when the end of the list is near. The button is for keyboards, for retries and for later pages.
 */
export function MoreRows({
  isLoading,
  hasFailed,
  pages,
  onMore,
}: {
  isLoading: boolean
  hasFailed: boolean
  /** The number of loaded pages. */
  pages: number
  onMore: () => void
}) {
  const end = useRef<HTMLDivElement>(null)
  useLoadNearEnd(end, !isLoading && !hasFailed && pages < AUTOMATIC_PAGES, onMore)
  return (
    <div ref={end} className="grid justify-items-center gap-2 py-8">
      {hasFailed && <p className="text-13 text-text-2">{SHELF_TEXTS.restFailed}</p>}
      <Button onClick={onMore} busy={isLoading} busyLabel="Loading…">
        Load more
      </Button>
    </div>
  )
}
