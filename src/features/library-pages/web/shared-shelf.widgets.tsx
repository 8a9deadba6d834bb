import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import type { SharedRow } from '#features/library/library.contract.ts'
import type { LibrarySort } from '#features/library/library.endpoints.ts'
import { STATUS_LABELS, type StatusCounts } from '#features/library/library.rules.ts'
import {
  isNarrowed,
  listOf,
  type Shelf,
  type ShelfPage,
  shelfAddress,
  withoutFilters,
} from '#features/library/shelf.rules.ts'
import { emptyFilterText, SHELF_TEXTS } from '#features/library/shelf.texts.ts'
import { facetsQuery, sharedGamesQuery } from '#features/library/web/library-lists.api.ts'
import { posterMark } from '#features/library/web/mark.api.ts'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { UserId } from '#shared/ids.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PosterRow } from '#web/ui/poster-list.tsx'
import { ShelfBar } from './shelf-bar.tsx'
import { ShelfChips } from './shelf-chips.tsx'
import { ShelfList } from './shelf-list.tsx'
import { RowFigures, StatusTabs, uniqueRows } from './shelf-parts.tsx'

/**
 * Renders another member's games with the tabs, search, order, grid and list of the viewer's own shelf, but read-only.
 */
export function SharedShelf(props: {
  userId: UserId
  name: string
  shelf: Shelf
  counts: StatusCounts | undefined
  page: ShelfPage
  as: ViewAs | null
}) {
  const { userId, name, shelf, page } = props
  const { status, search } = shelf
  const list = useInfiniteQuery(sharedGamesQuery(userId, { ...listOf(shelf), as: props.as }))
  const { data: facets } = useQuery(facetsQuery(userId, props.as))
  const rows = uniqueRows(list.data?.pages.flatMap((page) => page.data) ?? [])
  const total = list.data?.pages[0]?.total
  const addressOf = (changed: Shelf) => shelfAddress(changed, page)
  const label = status === 'all' ? `Games of ${name}` : STATUS_LABELS[status]
  return (
    <>
      <StatusTabs shelf={shelf} counts={props.counts} addressOf={addressOf} />
      <ShelfBar
        shelf={shelf}
        label="these games"
        ratingLabel="Their rating"
        addressOf={addressOf}
        facets={facets}
        total={total}
      />
      <ShelfChips shelf={shelf} total={total} addressOf={addressOf} />
      <ShelfList
        list={list}
        rows={rows}
        view={shelf.view}
        label={label}
        errorTitle={SHELF_TEXTS.sharedFailed}
        empty={
          <EmptyState
            level={2}
            title={isNarrowed(shelf) ? 'No matching games' : 'Nothing here yet'}
            text={isNarrowed(shelf) ? emptyFilterText(search) : SHELF_TEXTS.noneOf(name)}
            action={isNarrowed(shelf) && <ButtonLink href={addressOf(withoutFilters(shelf))}>Clear filters</ButtonLink>}
          />
        }
        renderRow={(row) => <SharedGameRow key={row.game_id} row={row} sort={shelf.sort} />}
      />
    </>
  )
}

/** Renders a game of a profile as a row: its owner's mark, when it was last played, hours. */
export function SharedGameRow({ row, sort }: { row: SharedRow; sort?: LibrarySort }) {
  return (
    <PosterRow
      game={posterGame(row.game)}
      href={`/game/${row.game_id}`}
      mark={posterMark(row)}
      end={
        <span className="flex items-center gap-2 sm:gap-4">
          <RowFigures row={row} sort={sort} />
        </span>
      }
    />
  )
}
