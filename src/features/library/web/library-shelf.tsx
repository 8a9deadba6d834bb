import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyFace, ErrorFace } from '#web/ui/face.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { PosterList } from '#web/ui/poster-list.tsx'
import { PosterGridSkeleton, RowsSkeleton } from '#web/ui/skeleton.tsx'
import type { LibrarySort } from '../library.contract.ts'
import { STATUS_LABELS, type Status } from '../library.rules.ts'
import { libraryQuery, libraryStatsQuery } from './library.api.ts'
import { GamePoster } from './library.widgets.tsx'
import { type Shelf, shelfAddress } from './library-filter.ts'
import { LibraryRowItem } from './library-rows.tsx'
import { EAGER, MoreRows, ShelfBar, StatusTabs, withoutRepetition } from './shelf-parts.tsx'

const SORT_LABELS: Record<LibrarySort, string> = {
  recent: 'Recently updated',
  name: 'Name',
  rating: 'My rating',
  hours: 'Hours played',
}

/** The own games: tabs by status, search, order, grid or list. All of it is in the address. */
export function LibraryShelf({ shelf }: { shelf: Shelf }) {
  const { status, sort, search } = shelf
  const list = useInfiniteQuery(libraryQuery({ status, sort, search }))
  const rows = withoutRepetition(list.data?.pages.flatMap((page) => page.data) ?? [])
  const total = list.data?.pages.at(-1)?.total ?? 0
  const { data: stats } = useQuery(libraryStatsQuery())
  return (
    <>
      <StatusTabs shelf={shelf} counts={stats?.counts} addressOf={shelfAddress} />
      {/* There is nothing to search or to sort on a bare shelf. */}
      {!(stats?.totalGames === 0 && shelf.search === '') && (
        <ShelfBar shelf={shelf} label="my games" sortLabels={SORT_LABELS} addressOf={shelfAddress} />
      )}
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
            <MoreRows
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
