import { useQuery } from '@tanstack/react-query'
import { redirect, useLocation, useNavigation } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { GameMetadata } from '#features/catalogue/catalogue.contract.ts'
import type { listGames } from '#features/catalogue/catalogue.endpoints.ts'
import { CATALOGUE_SILENT, GAMES_FAILED, METADATA_FAILED, SEARCH_FAILED } from '#features/catalogue/catalogue.texts.ts'
import { didYouMeanText, NOTHING_BY_NAME } from '#features/catalogue/nothing-found.texts.ts'
import { causeText, metadataQuery } from '#features/catalogue/web/catalogue.api.ts'
import { FilterBar } from '#features/catalogue/web/filter-bar.tsx'
import {
  addressOf,
  changed,
  chosenFilters,
  cleared,
  type Filters,
  filtersOf,
  queryOf,
  titleOf,
  withoutOwn,
} from '#features/catalogue/web/filters.api.ts'
import { addressOnArrival, useRememberedFilters } from '#features/catalogue/web/remembered-filters.ts'
import { ALL_GAMES_TEXTS } from '#features/game-pages/all-games.texts.ts'
import { GameList } from '#features/game-pages/web/all-games-list.tsx'
import { OtherGames } from '#features/game-pages/web/all-games-others.tsx'
import { pagesToLoad } from '#features/game-pages/web/list-position.ts'
import { listQuery } from '#features/library/web/games-for-me.api.ts'
import { loadMarks } from '#features/library/web/library.api.ts'
import { SaveSmartList } from '#features/lists/web/save-smart-list.widgets.tsx'
import { RELEASE_TEXTS } from '#features/releases/releases.texts.ts'
import { gamesText } from '#shared/counted.ts'
import { pagesText } from '#shared/pages.texts.ts'
import { LIBRARY_SAFE, PAGE_MISSING } from '#shared/sentences.ts'
import type { AnswerOf } from '#web/call.ts'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { PosterGridSkeleton, RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { PageTitle } from '#web/ui/section.tsx'
import { Segmented } from '#web/ui/segmented.tsx'

type List = AnswerOf<typeof listGames>

/** A list that the page shows already stays so long while another one loads. */
const STAYS_MS = 500

export async function load({ client, url }: LoadContext) {
  const remembered = addressOnArrival(url)
  if (remembered) throw redirect(remembered)
  const filters = filtersOf(url.searchParams)
  const first = Number(filters.page ?? 1)
  // A cached list is shown at once after the back button and refetched in the background.
  const [list, ...further] = Array.from({ length: pagesToLoad(url) }, (_, at) =>
    client.ensureQueryData({
      ...listQuery(queryOf(changed(filters, 'page', String(first + at)))),
      revalidateIfStale: true,
    }),
  ) as [Promise<List>, ...Promise<List>[]]
  const marks = list.then(({ games }) =>
    loadMarks(
      client,
      games.map((game) => game.id),
    ),
  )
  const queries = [marks, ...further, client.ensureQueryData(metadataQuery())]
  // The browser shows failures in the page; a page with a failure on the server must not be cached.
  if (import.meta.env.SSR) await Promise.all(queries)
  else await Promise.race([Promise.allSettled(queries), new Promise((resolve) => setTimeout(resolve, STAYS_MS))])
}

const NOTHING: GameMetadata = { platforms: [], genres: [], gameModes: [], themes: [], years: [] }

export function Page() {
  const { search, key } = useLocation()
  const isMember = useViewer() !== null
  const asked = filtersOf(new URLSearchParams(search))
  const filters = isMember ? asked : withoutOwn(asked)
  useRememberedFilters(filters)
  const { data: list, isError, error, refetch } = useQuery(listQuery(queryOf(asked)))
  const { data: metadata = NOTHING, isError: hasNoMetadata, refetch: askMetadata } = useQuery(metadataQuery())
  const isChanging = useNavigation().location?.pathname === '/all-games'
  const page = Number(filters.page ?? 1)
  const title = titleOf(filters, metadata)

  function content() {
    if (list && list.games.length > 0)
      return <GameList key={key} filters={filters} list={list} title={title} isChanging={isChanging} />
    if (list) return <Nothing filters={filters} list={list} isFiltered={chosenFilters(filters, metadata).length > 0} />
    if (isError) return <Failed isSearch={filters.search !== undefined} error={error} onRetry={() => void refetch()} />
    return filters.view === 'list' ? <RowsSkeleton /> : <PosterGridSkeleton count={48} />
  }

  return (
    <div className="page pb-12">
      <Head
        title={page > 1 ? `${title}, page ${page}` : title}
        description={ALL_GAMES_TEXTS.about(list ? gamesText(list.totalGames) : 'All games')}
        path={addressOf({ ...filters, view: 'grid' })}
        isIndexed={filters.search === undefined && list?.games.length !== 0}
      />
      <PageTitle title="Games" count={list?.totalGames} action={<Views filters={filters} />} />
      <FilterBar
        filters={filters}
        metadata={metadata}
        total={list?.totalGames ?? 0}
        hasFailed={hasNoMetadata}
        isMember={isMember}
        action={isMember && <SaveSmartList filters={filters} metadata={metadata} />}
      />
      {hasNoMetadata && (
        <p className="flex items-center gap-2 pb-4 text-13 text-text-2" role="alert">
          {METADATA_FAILED}
          <Button kind="quiet" onClick={() => void askMetadata()}>
            Try again
          </Button>
        </p>
      )}
      <p className="visually-hidden" role="status">
        {isChanging || !list ? 'Loading' : gamesText(list.totalGames)}
      </p>
      {list?.state === 'stale' && (
        <p className="pb-4 text-13 text-text-2" role="status">
          {ALL_GAMES_TEXTS.sourceSilent}
        </p>
      )}
      {content()}
    </div>
  )
}

/** Its parts have skeletons. */
export { Page as Skeleton }

function Views({ filters }: { filters: Filters }) {
  return (
    <div className="flex items-center gap-3">
      <ButtonLink kind="quiet" icon="calendar" href="/releases">
        <span className="max-sm:sr-only">Releases</span>
      </ButtonLink>
      <Segmented
        label="View"
        value={filters.view ?? 'grid'}
        options={[
          { value: 'grid', label: 'Grid', icon: 'grid', href: addressOf(changed(filters, 'view', '')) },
          { value: 'list', label: 'List', icon: 'list', href: addressOf(changed(filters, 'view', 'list')) },
        ]}
      />
    </div>
  )
}

function Failed({ isSearch, error, onRetry }: { isSearch: boolean; error: unknown; onRetry: () => void }) {
  return (
    <>
      <ErrorState
        level={2}
        title={isSearch ? SEARCH_FAILED : GAMES_FAILED}
        text={causeText(error) ?? `${LIBRARY_SAFE} ${CATALOGUE_SILENT}`}
        onRetry={onRetry}
      />
      <OtherGames kind="opened" />
    </>
  )
}

function Nothing({ filters, list, isFiltered }: { filters: Filters; list: List; isFiltered: boolean }) {
  if (list.totalGames > 0)
    return (
      <EmptyState
        level={2}
        title={PAGE_MISSING}
        text={pagesText(list.totalPages)}
        link={{ href: addressOf(changed(filters, 'page', '1')), label: 'First page' }}
      />
    )
  if (!isFiltered && filters.sort === 'coming')
    return (
      <EmptyState
        level={2}
        title="Nothing announced"
        text={RELEASE_TEXTS.none}
        action={<ButtonLink href={addressOf(changed(filters, 'sort', 'release'))}>Newest games</ButtonLink>}
      />
    )
  if (!isFiltered) return <EmptyState level={2} title="No games yet" text={ALL_GAMES_TEXTS.empty} />
  const { search, sort: _sort, view: _view, page: _page, list: _list, ...others } = filters
  const isByName = search !== undefined && Object.keys(others).length === 0
  return (
    <>
      <EmptyState
        level={2}
        title={isByName ? NOTHING_BY_NAME : 'No matching games'}
        text={isByName ? ALL_GAMES_TEXTS.otherWords : ALL_GAMES_TEXTS.noneFound}
        link={
          list.meant
            ? { href: `/game/${list.meant.id}`, label: didYouMeanText(list.meant.name) }
            : { href: addressOf(cleared(filters)), label: 'Clear filters' }
        }
      />
      <OtherGames kind="alike" filters={filters} />
    </>
  )
}
