import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import type { LibraryRow } from '#features/library/library.contract.ts'
import { SHELF_MISSING } from '#features/library/library.texts.ts'
import type { Shelf } from '#features/library/shelf.rules.ts'
import { counted } from '#shared/counted.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { PosterGridSkeleton, RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { MoreNearEnd } from '#web/ui/more-button.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { PosterList } from '#web/ui/poster-list.tsx'
import { EAGER_POSTERS } from './shelf-parts.tsx'

/** This many pages load by themselves; after that one can reach the foot of the page. */
const AUTOMATIC_PAGES = 5

/** Renders the games below the bar of a shelf, as a grid or a list, with what stands there while there are none. */
export function ShelfList<Row extends Pick<LibraryRow, 'game_id' | 'game'>>(props: {
  list: UseInfiniteQueryResult<{ pages: readonly { total: number }[] }>
  rows: readonly Row[]
  view: Shelf['view']
  label: string
  errorTitle: string
  empty: ReactNode
  renderRow: (row: Row) => ReactNode
  /** Stands instead of the games while the member selects some of them. */
  selection?: ReactNode
}) {
  const { list, rows, view, label } = props
  const total = list.data?.pages.at(-1)?.total ?? 0
  return (
    <>
      <p className="visually-hidden" role="status">
        {list.isPending ? 'Loading' : counted(total, 'game')}
      </p>
      {list.isError && rows.length === 0 ? (
        <ErrorState level={2} title={props.errorTitle} text={SHELF_MISSING} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        view === 'list' ? (
          <RowsSkeleton />
        ) : (
          <PosterGridSkeleton count={24} />
        )
      ) : rows.length === 0 ? (
        props.empty
      ) : (
        <>
          {props.selection ??
            (view === 'list' ? (
              <PosterList label={label}>{rows.map(props.renderRow)}</PosterList>
            ) : (
              <PosterGrid label={label}>
                {rows.map((row, at) => (
                  <GamePoster key={row.game_id} game={row.game} eager={at < EAGER_POSTERS} />
                ))}
              </PosterGrid>
            ))}
          {/* At least as high as the window, so that the foot of the page stays out of view until the games have arrived. */}
          {list.isFetchingNextPage &&
            (view === 'list' ? (
              <RowsSkeleton count={10} className="min-h-dvh" />
            ) : (
              <PosterGridSkeleton className="min-h-dvh content-start pt-(--poster-gap)" />
            ))}
          {list.hasNextPage && (
            <MoreNearEnd list={list} pages={list.data?.pages.length ?? 0} mostPages={AUTOMATIC_PAGES} />
          )}
        </>
      )}
    </>
  )
}
