import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyFace, ErrorFace } from '#web/ui/face.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { PosterList } from '#web/ui/poster-list.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import { PosterGridSkeleton, RowsSkeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type LibraryRow, type LibrarySort, SORTS } from '../library.contract.ts'
import { STATUS_LABELS, STATUSES, type Status } from '../library.rules.ts'
import { libraryQuery, libraryStatsQuery } from './library.api.ts'
import { GamePoster } from './library.widgets.tsx'
import { type Shelf, shelfAddress } from './library-filter.ts'
import { LibraryRowItem } from './library-rows.tsx'

const SORT_LABELS: Record<LibrarySort, string> = {
  recent: 'Recently updated',
  name: 'Name',
  rating: 'My rating',
  hours: 'Hours played',
}

/** The posters that are in view at once. */
const EAGER = 8
/** The next page is asked for this far before the end of the list comes into view (C72). */
const MARGIN = '400px'
/** How long typing must rest before the list follows. */
const REST_MS = 250

/** The own games: tabs by status, search, order, grid or list. All of it is in the address. */
export function LibraryShelf({ shelf }: { shelf: Shelf }) {
  const { status, sort, search } = shelf
  const list = useInfiniteQuery(libraryQuery({ status, sort, search }))
  const rows = withoutRepetition(list.data?.pages.flatMap((page) => page.data) ?? [])
  const total = list.data?.pages.at(-1)?.total ?? 0
  const { data: stats } = useQuery(libraryStatsQuery())
  return (
    <>
      <StatusTabs shelf={shelf} />
      {/* There is nothing to search or to sort on a bare shelf. */}
      {!(stats?.totalGames === 0 && shelf.search === '') && <ShelfBar shelf={shelf} />}
      <p className="vh" role="status">
        {list.isPending ? 'Loading' : `${total} ${total === 1 ? 'game' : 'games'}`}
      </p>
      {list.isError && rows.length === 0 ? (
        <ErrorFace
          level={2}
          title="Your games could not be fetched"
          text="Nothing is lost. The library did not answer."
          onRetry={() => void list.refetch()}
        />
      ) : list.isPending ? (
        shelf.view === 'list' ? (
          <RowsSkeleton />
        ) : (
          <PosterGridSkeleton count={24} />
        )
      ) : rows.length === 0 ? (
        <Nothing shelf={shelf} />
      ) : (
        <>
          {shelf.view === 'list' ? (
            <PosterList label={titleOf(shelf)}>
              {rows.map((row) => (
                <LibraryRowItem key={row.game_id} row={row} />
              ))}
            </PosterList>
          ) : (
            <PosterGrid label={titleOf(shelf)}>
              {rows.map((row, at) => (
                <GamePoster key={row.game_id} game={row.game} eager={at < EAGER} />
              ))}
            </PosterGrid>
          )}
          {list.hasNextPage && (
            <More
              isLoading={list.isFetchingNextPage}
              hasFailed={list.isFetchNextPageError}
              onMore={() => void list.fetchNextPage()}
            />
          )}
        </>
      )}
    </>
  )
}

/** Pages are numbered, so a row that moved between two of them may come twice. */
function withoutRepetition(rows: readonly LibraryRow[]): LibraryRow[] {
  return [...new Map(rows.map((row) => [row.game_id, row])).values()]
}

const titleOf = ({ status }: Shelf) => (status === 'all' ? 'My games' : STATUS_LABELS[status])

function StatusTabs({ shelf }: { shelf: Shelf }) {
  const { data: stats } = useQuery(libraryStatsQuery())
  const tab = (status: Status | 'all', label: string, count: number | undefined) => ({
    href: shelfAddress({ ...shelf, status }),
    label,
    current: shelf.status === status,
    ...(count !== undefined && { count: count.toLocaleString('en') }),
  })
  return (
    <Tabs
      label="Status"
      items={[
        tab('all', 'All', stats?.totalGames),
        ...STATUSES.map((status) => tab(status, STATUS_LABELS[status], stats?.counts[status])),
      ]}
    />
  )
}

function ShelfBar({ shelf }: { shelf: Shelf }) {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const go = (change: Partial<Shelf>) => void navigate(shelfAddress({ ...shelf, ...change }), { replace: true })
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <div role="search" aria-label="My games" className="flex flex-wrap items-center gap-3 py-4">
      <label className="flex h-9 w-full items-center gap-2 rounded-control bg-surface-2 px-3 text-text-3 focus-within:outline-2 focus-within:outline-focus sm:w-64 pointer-coarse:h-11">
        <Icon name="search" />
        <span className="vh">Search my games</span>
        <input
          type="search"
          placeholder="Search my games"
          autoComplete="off"
          className="w-full min-w-0 bg-transparent text-14 text-text outline-none placeholder:text-text-3 pointer-coarse:text-16"
          defaultValue={shelf.search}
          onChange={(event) => {
            clearTimeout(timer.current)
            const search = event.target.value.trim()
            timer.current = setTimeout(() => go({ search }), REST_MS)
          }}
        />
      </label>
      <Select
        look="chip"
        aria-label="Sort by"
        value={shelf.sort}
        onChange={(event) => go({ sort: event.target.value as LibrarySort })}
        options={SORTS.map((sort) => ({ value: sort, label: SORT_LABELS[sort] }))}
      />
      <Segmented
        className="ml-auto"
        label="View"
        value={shelf.view}
        options={[
          { value: 'grid', label: 'Grid', icon: 'grid', href: shelfAddress({ ...shelf, view: 'grid' }) },
          { value: 'list', label: 'List', icon: 'list', href: shelfAddress({ ...shelf, view: 'list' }) },
        ]}
      />
    </div>
  )
}

const EMPTY: Record<Status | 'all', { title: string; text: string }> = {
  all: { title: 'Nothing on your shelf yet', text: 'Find a game you play or want to play, and put it here.' },
  want_to_play: { title: 'The backlog is empty', text: 'Games that you want to play one day wait here.' },
  playing: { title: 'Nothing being played', text: 'Games that you are in the middle of stand here.' },
  completed: { title: 'Nothing completed yet', text: 'Games that you have finished stand here.' },
  dropped: { title: 'Nothing dropped', text: 'Games that you have left unfinished stand here.' },
}

function Nothing({ shelf }: { shelf: Shelf }) {
  const find = (
    <ButtonLink kind="mine" href="/all-games">
      Find a game
    </ButtonLink>
  )
  if (shelf.search === '') return <EmptyFace level={2} {...EMPTY[shelf.status]} action={find} />
  return (
    <EmptyFace
      level={2}
      title="No game fits"
      text={`No game on this shelf is called “${shelf.search}”.`}
      action={
        <span className="flex gap-2">
          <ButtonLink href={shelfAddress({ ...shelf, search: '' })}>Clear search</ButtonLink>
          {find}
        </span>
      }
    />
  )
}

/** Loads on by itself when the end comes near; the button is for keyboards, and for another try. */
function More({ isLoading, hasFailed, onMore }: { isLoading: boolean; hasFailed: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  more.current = onMore
  const isWaiting = isLoading || hasFailed
  useEffect(() => {
    if (!end.current || isWaiting) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      rootMargin: MARGIN,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWaiting])
  return (
    <div ref={end} className="grid justify-items-center gap-2 py-8">
      {hasFailed && <p className="text-13 text-text-2">The rest could not be fetched.</p>}
      <Button onClick={onMore} busy={isLoading} busyLabel="Loading…">
        Load more
      </Button>
    </div>
  )
}
