import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { GameSummary } from '#features/catalogue/catalogue.contract.ts'
import type { listGames } from '#features/catalogue/catalogue.endpoints.ts'
import { PAGE_SIZE } from '#features/catalogue/catalogue.endpoints.ts'
import { ratingOutOfTen, scoreSource, thumbAddress } from '#features/catalogue/catalogue.rules.ts'
import { CATALOGUE_SILENT, GAMES_FAILED } from '#features/catalogue/catalogue.texts.ts'
import { shortTerm } from '#features/catalogue/names.rules.ts'
import { causeText } from '#features/catalogue/web/catalogue.api.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { addressOf, changed, type Filters, queryOf } from '#features/catalogue/web/filters.api.ts'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { listQuery } from '#features/library/web/games-for-me.api.ts'
import { useMark } from '#features/library/web/mark.api.ts'
import { gamesText, numberText } from '#shared/counted.ts'
import { scrollMargin } from '#shared/network.ts'
import type { AnswerOf } from '#web/call.ts'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { device } from '#web/network/device.ts'
import { topWhenLeft } from '#web/scroll-positions.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { PosterGridSkeleton, RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { PosterList, PosterRow } from '#web/ui/poster-list.tsx'
import { whenThere } from '#web/when-there.ts'
import { useListPosition } from './list-position.ts'

const GameRowMenu = lazyHydrated(() => import('#features/game-actions/web/game-row-menu.widgets.tsx'), 'GameRowMenu')

/** The number of covers in the first view, which are loaded eagerly (R-GAME-48). */
const EAGER = 6
const GAME_LINKS = '.poster > a:not([tabindex]), .row h3 a'
/** The number of skeletons while a further page loads. */
const NEXT_SHAPES = 12

type List = AnswerOf<typeof listGames>

/**
 * The games of a page of the catalogue: with numbered pages on wide screens, and on phones with a list that loads
 * further pages near its end (C72). The stylesheet decides which of the two is visible, so the server need not know the
 * width.
 */
interface GameListProps {
  filters: Filters
  list: List
  title: string
  isChanging: boolean
}

export function GameList({ filters, list, title, isChanging }: GameListProps) {
  const first = Number(filters.page ?? 1)
  const whereabouts = useListPosition()
  const [position, updatePosition] = whereabouts
  const pages = Math.max(1, Math.min(position.pages, list.totalPages - first + 1))
  const toPage = (page: number) => addressOf(changed(filters, 'page', String(page)))
  const more = useQueries({
    queries: Array.from({ length: pages - 1 }, (_, at) =>
      listQuery(queryOf(changed(filters, 'page', String(first + at + 1)))),
    ),
  })
  const games = withoutRepetition([list, ...more.flatMap(({ data }) => data ?? [])])
  const box = useRef<HTMLDivElement>(null)
  useReturn(
    box,
    whereabouts,
    more.every(({ isPending }) => !isPending),
  )
  // The latest response has the most recent total (C40).
  const { totalPages } = more.at(-1)?.data ?? list
  const isLast = first + pages - 1 >= totalPages

  /** A game that was opened by keyboard gets the focus again after the back button. */
  function rememberOpened({ target }: MouseEvent): void {
    const link = (target as Element).closest('a[href^="/game/"]')
    if (link) updatePosition({ focus: link.matches(':focus-visible') ? link.getAttribute('href') : null })
  }

  return (
    <div
      ref={box}
      aria-busy={isChanging}
      className={isChanging ? 'opacity-50 transition-opacity delay-150' : undefined}
      onClick={rememberOpened}
    >
      {first > 1 && (
        <a className="btn btn-quiet mb-3 md:hidden" href={toPage(first - 1)}>
          Page {first - 1}
        </a>
      )}
      <h2 className="visually-hidden">{title}</h2>
      <Games view={filters.view} label={title} games={games} />
      <p className="visually-hidden" role="status">
        {pages > 1 && `${numberText(games.length)} of ${gamesText(list.totalGames)} shown`}
      </p>
      <More
        next={more.at(-1)}
        href={isLast ? null : toPage(first + pages)}
        view={filters.view}
        onMore={() => updatePosition({ pages: pages + 1 })}
        box={box}
      />
      {list.totalPages > 1 && <PageTurner page={first} list={list} addressOf={toPage} />}
    </div>
  )
}

function Games({ view, label, games }: { view: string | undefined; label: string; games: readonly GameSummary[] }) {
  return view === 'list' ? (
    <PosterList label={label}>
      {games.map((game) => (
        <GameRow key={game.id} game={game} />
      ))}
    </PosterList>
  ) : (
    <PosterGrid label={label}>
      {games.map((game, at) => (
        <GamePoster key={game.id} game={game} eager={at < EAGER} />
      ))}
    </PosterGrid>
  )
}

/** Counts the games of this page, and leads to the other pages. */
function PageTurner(props: { page: number; list: List; addressOf: (page: number) => string }) {
  const { page, list } = props
  const before = (page - 1) * PAGE_SIZE
  return (
    <div
      onClick={({ detail }) => {
        isTurnedByKey = detail === 0
      }}
      className="mt-8 flex flex-wrap items-center justify-between gap-4 max-md:hidden noscript:flex"
    >
      <span className="num text-13 text-text-3">
        {numberText(before + 1)} to {numberText(before + list.games.length)} of {numberText(list.totalGames)}
      </span>
      <Pagination page={page} pages={list.totalPages} href={props.addressOf} />
    </div>
  )
}

/** Pages are numbered, so a game that moved between two of them may appear twice. */
function withoutRepetition(lists: readonly List[]): GameSummary[] {
  return [...new Map(lists.flatMap(({ games }) => games).map((game) => [game.id, game])).values()]
}

function GameRow({ game }: { game: GameSummary }) {
  const mark = useMark(game.id)
  const facts = [game.genre && shortTerm(game.genre), game.developer].filter(Boolean).join(' · ')
  return (
    <PosterRow
      game={{ ...posterGame(game), coverUrl: game.cover_url && thumbAddress(game.cover_url) }}
      href={`/game/${game.id}`}
      mark={mark}
      facts={facts}
      end={
        <span className="flex items-center gap-2 sm:gap-4">
          {game.total_rating !== null && (
            <span className="font-[650]">
              <span className="font-[450] text-text-3">{scoreSource(game)} </span>
              {ratingOutOfTen(game.total_rating)}
              <span className="font-[450] text-text-3 max-sm:sr-only"> of 10</span>
            </span>
          )}
          <GameRowMenu game={game} />
        </span>
      }
    />
  )
}

/**
 * On phones: loads the next page near the end of the list. The link is for keyboards, for a retry and for use without
 * scripts.
 */
function More({
  next,
  href,
  view,
  onMore,
  box,
}: {
  next: UseQueryResult<List> | undefined
  /** The address of the next page; null after the last. */
  href: string | null
  view: string | undefined
  onMore: () => void
  box: RefObject<HTMLElement | null>
}) {
  const isLoading = next?.isPending ?? false
  const hasFailed = next?.isLoadingError ?? false
  const link = useSeenEnd(href, !isLoading && !hasFailed, onMore)

  function press(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const links = () => box.current?.querySelectorAll<HTMLElement>(GAME_LINKS) ?? []
    const shown = links().length
    onMore()
    // The focus goes to the first of the new games.
    whenThere(
      () => links()[shown],
      (first) => first.focus(),
    )
  }

  return (
    <div className="mt-4 md:hidden">
      {isLoading && (view === 'list' ? <RowsSkeleton count={4} /> : <PosterGridSkeleton count={NEXT_SHAPES} />)}
      {hasFailed && (
        <ErrorState
          level={2}
          title={GAMES_FAILED}
          text={causeText(next?.error) ?? CATALOGUE_SILENT}
          onRetry={() => void next?.refetch()}
        />
      )}
      {href && !isLoading && !hasFailed && (
        <a ref={link} className="btn w-full" href={href} rel="next" onClick={press}>
          Load more
        </a>
      )}
    </div>
  )
}

/** Calls back when the link to the next page comes into view. Another address is another end, which may be in view at once. */
function useSeenEnd(href: string | null, isOn: boolean, onSeen: () => void): RefObject<HTMLAnchorElement | null> {
  const link = useRef<HTMLAnchorElement>(null)
  const go = useRef(onSeen)
  go.current = onSeen
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another end, which may be in view at once
  useEffect(() => {
    if (!link.current || !isOn) return
    const observer = new IntersectionObserver(([end]) => end?.isIntersecting && go.current(), {
      rootMargin: `0px 0px ${scrollMargin(device())}`,
    })
    observer.observe(link.current)
    return () => observer.disconnect()
  }, [isOn, href])
  return link
}

/**
 * Whether the page was turned with the keyboard: the focus then goes to the first game, because the pressed page number
 * no longer exists.
 */
let isTurnedByKey = false

/**
 * Restores the scroll position after the back button. The router does so if the page is as high as it was. After a reload
 * it is not, until the further pages have loaded.
 */
function useReturn(
  box: RefObject<HTMLElement | null>,
  [position, updatePosition, lookUp]: ReturnType<typeof useListPosition>,
  isWhole: boolean,
): void {
  const here = useLocation()
  const left = useRef<{ pages: number; top: number }>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    const { focus, pages } = lookUp()
    if (focus) {
      // It may be on a further page, which loads first after a reload.
      whenThere(
        () => box.current?.querySelector<HTMLElement>(`a[href="${CSS.escape(focus)}"]:not([tabindex])`),
        (link) => link.focus({ preventScroll: true }),
      )
      updatePosition({ focus: null })
    } else if (isTurnedByKey) box.current?.querySelector<HTMLElement>(GAME_LINKS)?.focus({ preventScroll: true })
    isTurnedByKey = false
    if (pages > position.pages) left.current = { pages, top: topWhenLeft(here) }
  }, [])
  useEffect(() => {
    if (!left.current || position.pages < left.current.pages || !isWhole) return
    window.scrollTo(0, left.current.top)
    left.current = null
  })
}
