import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigation } from 'react-router'
import type * as z from 'zod/mini'
import { type GameMetadata, type listGames, PAGE_SIZE } from '#features/catalogue/catalogue.contract.ts'
import { gamesQuery, metadataQuery } from '#features/catalogue/web/catalogue.api.ts'
import { FilterBar } from '#features/catalogue/web/filter-bar.tsx'
import {
  addressOf,
  changed,
  chosenFilters,
  type Filters,
  filtersOf,
  queryOf,
  titleOf,
} from '#features/catalogue/web/filters.ts'
import { loadMarks } from '#features/library/web/library.api.ts'
import { GamePoster } from '#features/library/web/library.widgets.tsx'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyFace, ErrorFace } from '#web/ui/face.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { PageTitle } from '#web/ui/section.tsx'
import { PosterGridSkeleton } from '#web/ui/skeleton.tsx'

/** The covers that are in view at once are asked for at once (R-GAME-48). */
const EAGER = 6

export async function load({ client, url }: LoadContext) {
  // What was seen before is shown at once on the way back, and looked at again behind it.
  const list = client.ensureQueryData({ ...gamesQuery(queryOf(filtersOf(url.searchParams))), revalidateIfStale: true })
  const marks = list.then(({ games }) =>
    loadMarks(
      client,
      games.map((game) => game.id),
    ),
  )
  const queries = [marks, client.ensureQueryData(metadataQuery())]
  // The browser shows what failed in its place; a page that the server could not make must not be kept by anyone.
  await (import.meta.env.SSR ? Promise.all(queries) : Promise.allSettled(queries))
}

const NOTHING: GameMetadata = { platforms: [], genres: [], gameModes: [], themes: [], years: [] }

export function Page() {
  const filters = filtersOf(new URLSearchParams(useLocation().search))
  const { data: list, isError, refetch } = useQuery(gamesQuery(queryOf(filters)))
  const { data: metadata = NOTHING } = useQuery(metadataQuery())
  const isChanging = useNavigation().location?.pathname === '/all-games'
  const page = Number(filters.page ?? 1)
  const title = titleOf(filters, metadata)
  const count = list?.totalGames.toLocaleString('en')

  return (
    <div className="page pb-12">
      <Head
        title={page > 1 ? `${title}, page ${page}` : title}
        description={`${count ?? 'All'} games to browse by genre, platform, year and rating. Log what you play and see what your friends are up to.`}
        path={addressOf(filters)}
        isIndexed={filters.search === undefined && list?.games.length !== 0}
      />
      <PageTitle title="Games" count={list?.totalGames} />
      <FilterBar filters={filters} metadata={metadata} total={list?.totalGames ?? 0} />
      <p className="vh" role="status">
        {isChanging || !list ? 'Loading' : `${count} games`}
      </p>
      {list ? (
        <Found
          filters={filters}
          list={list}
          title={title}
          isFiltered={chosenFilters(filters, metadata).length > 0}
          isChanging={isChanging}
        />
      ) : isError ? (
        <ErrorFace
          level={2}
          title="Failed to fetch games"
          text="Your library is safe. The catalogue did not answer."
          onRetry={() => void refetch()}
        />
      ) : (
        <PosterGridSkeleton />
      )}
    </div>
  )
}

type List = z.output<typeof listGames.response>

function Found({
  filters,
  list,
  title,
  isFiltered,
  isChanging,
}: {
  filters: Filters
  list: List
  title: string
  isFiltered: boolean
  isChanging: boolean
}) {
  const page = Number(filters.page ?? 1)
  const first = (page - 1) * PAGE_SIZE + 1
  const toPage = (to: number) => addressOf(changed(filters, 'page', String(to)))
  if (list.games.length > 0)
    return (
      <div aria-busy={isChanging} className={isChanging ? 'opacity-50 transition-opacity delay-150' : undefined}>
        <PosterGrid label={title}>
          {list.games.map((game, at) => (
            <GamePoster key={game.id} game={game} eager={at < EAGER} />
          ))}
        </PosterGrid>
        {list.totalPages > 1 && (
          <div className="mt-8 flex flex-wrap items-center justify-between gap-4">
            <span className="num text-13 text-text-3">
              {first.toLocaleString('en')} to {(first + list.games.length - 1).toLocaleString('en')} of{' '}
              {list.totalGames.toLocaleString('en')}
            </span>
            <Pagination page={page} pages={list.totalPages} href={toPage} />
          </div>
        )}
      </div>
    )
  if (list.totalGames > 0)
    return (
      <EmptyFace
        level={2}
        title="No such page"
        text={list.totalPages === 1 ? 'There is one page.' : `There are ${list.totalPages} pages.`}
        action={
          <ButtonLink kind="mine" href={toPage(1)}>
            First page
          </ButtonLink>
        }
      />
    )
  return (
    <EmptyFace
      level={2}
      title={isFiltered ? 'No game fits' : 'No games yet'}
      text={
        isFiltered
          ? 'No game in the catalogue has all of these. Take one filter away, or begin anew.'
          : 'The catalogue is empty.'
      }
      action={
        isFiltered && (
          <ButtonLink kind="mine" href="/all-games">
            Clear filters
          </ButtonLink>
        )
      }
    />
  )
}
