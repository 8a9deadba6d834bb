import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { copySummaryQuery } from '#features/copies/web/copies.api.ts'
import { STATUS_LABELS } from '#features/library/library.rules.ts'
import { isNarrowed, listOf, type Shelf, shelfAddress, withoutFilters } from '#features/library/shelf.rules.ts'
import { EMPTY_SHELVES, emptyFilterText, SHELF_TEXTS } from '#features/library/shelf.texts.ts'
import { facetsQuery, libraryQuery, libraryStatsQuery } from '#features/library/web/library-lists.api.ts'
import { ShelfStrip } from '#features/shelves/web/shelf-strip.widgets.tsx'
import type { UserId } from '#shared/ids.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CopyFilters } from './copy-filters.tsx'
import { LibraryRowItem } from './library-rows.tsx'
import { SELECT_IDS, ShelfBar } from './shelf-bar.tsx'
import { ShelfChips } from './shelf-chips.tsx'
import { ShelfList } from './shelf-list.tsx'
import { StatusTabs, uniqueRows } from './shelf-parts.tsx'
import { useSelection } from './use-selection.ts'

const ShelfSelection = lazyLoaded(() => import('./shelf-selection.tsx'), 'ShelfSelection')

/**
 * Renders the viewer's own games: tabs by status, search, filters, order, grid or list. The address holds all of that
 * state.
 * The page's `load` fetches `copySummaryQuery()`.
 */
export function LibraryShelf({ shelf, userId }: { shelf: Shelf; userId: UserId }) {
  const list = useInfiniteQuery(libraryQuery(listOf(shelf)))
  const rows = uniqueRows(list.data?.pages.flatMap((page) => page.data) ?? [])
  const { data: stats } = useQuery(libraryStatsQuery())
  const isBare = stats?.totalGames === 0 && !isNarrowed(shelf)
  const { data: facets } = useQuery({ ...facetsQuery(userId), enabled: !isBare })
  // Another list starts another selection, so that no invisible game stays selected.
  const selection = useSelection(rows, JSON.stringify(listOf(shelf)))
  const { data: copies } = useQuery(copySummaryQuery())
  const total = list.data?.pages[0]?.total
  return (
    <>
      <StatusTabs shelf={shelf} counts={stats?.counts} addressOf={shelfAddress} />
      {/* An empty library has nothing to search or sort. */}
      {!isBare && (
        <ShelfBar
          shelf={shelf}
          label="my games"
          ratingLabel="My rating"
          isOwn
          addressOf={shelfAddress}
          // The strip below has the viewer's own shelves.
          facets={facets && { platforms: facets.platforms, genres: facets.genres }}
          copies={copies}
          total={total}
          selection={rows.length > 0 ? selection : null}
        />
      )}
      {!isBare && (
        <div className="flex items-start gap-x-3 md:flex-wrap">
          <ShelfStrip shelf={shelf} />
          <CopyFilters shelf={shelf} summary={copies} />
        </div>
      )}
      <ShelfChips shelf={shelf} total={total} addressOf={shelfAddress} />
      <ShelfList
        list={list}
        rows={rows}
        view={shelf.view}
        label={titleOf(shelf)}
        errorTitle={SHELF_TEXTS.ownFailed}
        empty={<Nothing shelf={shelf} />}
        renderRow={(row) => <LibraryRowItem key={row.game_id} row={row} sort={shelf.sort} />}
        selection={
          selection.isOn ? (
            <Suspense>
              <ShelfSelection
                selection={selection}
                rows={rows}
                view={shelf.view}
                label={titleOf(shelf)}
                openers={SELECT_IDS}
              />
            </Suspense>
          ) : null
        }
      />
    </>
  )
}

const titleOf = ({ status }: Shelf) => (status === 'all' ? 'My games' : STATUS_LABELS[status])

function Nothing({ shelf }: { shelf: Shelf }) {
  const find = (
    <ButtonLink kind="mine" href="/all-games">
      Find a game
    </ButtonLink>
  )
  if (!isNarrowed(shelf)) return <EmptyState level={2} {...EMPTY_SHELVES[shelf.status]} action={find} />
  return (
    <EmptyState
      level={2}
      title="No matching games"
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
