import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { UserId } from '#shared/ids.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { PosterList } from '#web/ui/poster-list.tsx'
import { PosterGridSkeleton, RowsSkeleton } from '#web/ui/skeleton.tsx'
import { SHELF_MISSING } from '../library.messages.ts'
import { STATUS_LABELS, type Status } from '../library.rules.ts'
import { facetsQuery, libraryQuery, libraryStatsQuery } from './library.api.ts'
import { GamePoster } from './library.widgets.tsx'
import { isNarrowed, listOf, type Shelf, shelfAddress, withoutFilters } from './library-filter.ts'
import { LibraryRowItem } from './library-rows.tsx'
import { EAGER_POSTERS, emptyFilterText, MoreRows, ShelfBar, StatusTabs, uniqueRows } from './shelf-parts.tsx'
import { useSelection } from './use-selection.ts'

const ShelfSelection = lazy(() =>
  import('./shelf-selection.tsx').then((module) => ({ default: module.ShelfSelection })),
)

const SELECT_ID = 'select-games'

/**
 * Renders the viewer's own games: tabs by status, search, filters, order, grid or list. The address holds all of that
 * state.
 */
export function LibraryShelf({ shelf, userId }: { shelf: Shelf; userId: UserId }) {
  const list = useInfiniteQuery(libraryQuery(listOf(shelf)))
  const rows = uniqueRows(list.data?.pages.flatMap((page) => page.data) ?? [])
  const total = list.data?.pages.at(-1)?.total ?? 0
  const { data: stats } = useQuery(libraryStatsQuery())
  const isBare = stats?.totalGames === 0 && !isNarrowed(shelf)
  const { data: facets } = useQuery({ ...facetsQuery(userId), enabled: !isBare })
  // Another list starts another selection, so that no invisible game stays selected.
  const selection = useSelection(rows, JSON.stringify(listOf(shelf)))
  const select = rows.length > 0 && (
    <Button
      id={SELECT_ID}
      icon="check"
      aria-pressed={selection.isOn}
      onClick={selection.isOn ? selection.stop : selection.start}
    >
      Select
    </Button>
  )
  return (
    <>
      <StatusTabs shelf={shelf} counts={stats?.counts} addressOf={shelfAddress} />
      {/* An empty library has nothing to search or sort. */}
      {!isBare && (
        <ShelfBar
          shelf={shelf}
          label="my games"
          ratingLabel="My rating"
          addressOf={shelfAddress}
          facets={facets}
          action={select}
        />
      )}
      <p className="vh" role="status">
        {list.isPending ? 'Loading' : `${total} ${total === 1 ? 'game' : 'games'}`}
      </p>
      {list.isError && rows.length === 0 ? (
        <ErrorState
          level={2}
          title="Your games could not be fetched"
          text={SHELF_MISSING}
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
          {selection.isOn ? (
            <Suspense>
              <ShelfSelection
                selection={selection}
                rows={rows}
                view={shelf.view}
                label={titleOf(shelf)}
                opener={SELECT_ID}
              />
            </Suspense>
          ) : shelf.view === 'list' ? (
            <PosterList label={titleOf(shelf)}>
              {rows.map((row) => (
                <LibraryRowItem key={row.game_id} row={row} sort={shelf.sort} />
              ))}
            </PosterList>
          ) : (
            <PosterGrid label={titleOf(shelf)}>
              {rows.map((row, at) => (
                <GamePoster key={row.game_id} game={row.game} eager={at < EAGER_POSTERS} />
              ))}
            </PosterGrid>
          )}
          {list.hasNextPage && (
            <MoreRows
              isLoading={list.isFetchingNextPage}
              hasFailed={list.isFetchNextPageError}
              pages={list.data?.pages.length ?? 0}
              onMore={() => void list.fetchNextPage()}
            />
          )}
        </>
      )}
    </>
  )
}

const titleOf = ({ status }: Shelf) => (status === 'all' ? 'My games' : STATUS_LABELS[status])

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
  if (!isNarrowed(shelf)) return <EmptyState level={2} {...EMPTY[shelf.status]} action={find} />
  return (
    <EmptyState
      level={2}
      title="No game fits"
      text={emptyFilterText(shelf.search)}
      action={
        <span className="flex gap-2">
          <ButtonLink href={shelfAddress(withoutFilters(shelf))}>Clear filters</ButtonLink>
          {find}
        </span>
      }
    />
  )
}
