import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { redirect, useParams } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { useGameActivities } from '#features/activity/web/use-game-activities.ts'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { gameFailedText } from '#features/catalogue/catalogue.texts.ts'
import { type GameWithFreshness, gameQuery } from '#features/catalogue/web/catalogue.api.ts'
import { loadFacts, shelvedIds } from '#features/catalogue/web/game-facts.api.ts'
import { MERGE_WITH_ANOTHER, PART_BROKEN, SOURCES, sourceSilentText } from '#features/game-pages/game.texts.ts'
import { Hero } from '#features/game-pages/web/game-hero.tsx'
import { loadRatings } from '#features/game-pages/web/game-ratings.ts'
import { GameSkeleton } from '#features/game-pages/web/game-skeleton.tsx'
import { type GameTab, tabsOf } from '#features/game-pages/web/game-tabs.ts'
import { loadEntry } from '#features/game-pages/web/load-entry.ts'
import { useGameTab, useWantedTab } from '#features/game-pages/web/use-game-tab.ts'
import { gameFriendsQuery } from '#features/library/web/friends/game-friends.api.ts'
import { entryQuery, loadMarks } from '#features/library/web/library.api.ts'
import { loadPace } from '#features/play-log/web/how-long/how-long.api.ts'
import { reviewSummaryQuery } from '#features/reviews/web/reviews.api.ts'
import { canonicalGameId, isOwnGameId } from '#shared/canonical-ids.ts'
import type { GameId } from '#shared/ids.ts'
import { CallError } from '#web/call.ts'
import { HTTP_STATUS_TEXTS } from '#web/http-status-texts.ts'
import { lazyHydrated, lazyLoaded } from '#web/lazy-hydration.tsx'
import type { LoadContext } from '#web/page.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { panelId, TabList, tabId } from '#web/ui/tab-list.tsx'

/** There is no such game, or the id is none. */
const isMissingGame = (error: Error) => error instanceof CallError && [400, 404].includes(error.status)

/** The page itself shows why a game failed to load; only a game that does not exist gets another page. */
function throwUnlessPageShowsIt(error: unknown): void {
  if (!(error instanceof CallError) || isMissingGame(error)) throw error
  // On the server a failed page has the status of the failure: 502 for a source.
  if (import.meta.env.SSR) throw error.status > 500 ? new Response(error.message, { status: error.status }) : error
}

export async function load({ client, params, url }: LoadContext) {
  const given = params.gameId ?? ''
  if (isOwnGameId(given)) {
    const { load } = await import('#features/game-pages/web/game-own.tsx')
    return load(client, given as GameId)
  }
  const id = canonicalGameId(given)
  if (id === null) throw new Response('Game not found', { status: 404 })
  const game = client.ensureQueryData({ ...gameQuery(id), revalidateIfStale: true }).then((found) => {
    // A game that was merged is the one that stays, at its own address (decision 0119).
    if (found.id !== id) throw redirect(`/game/${found.id}${url.search}`, 301)
    return found
  })
  const facts = loadFacts(client, id)
  await Promise.all([
    game
      .then(async ({ relatedGames }) => {
        // A game that was not stored has its facts now.
        const shelved = shelvedIds((await facts) ?? (await loadFacts(client, id)))
        await loadMarks(client, [...new Set([id, ...relatedGames.map((each) => each.id), ...shelved])])
      })
      .catch(throwUnlessPageShowsIt),
    loadEntry(client, id),
    loadPace(client),
    client.prefetchQuery(gameFriendsQuery(id)),
    loadRatings(client, id),
    // In the browser the page itself requests them (C74).
    import.meta.env.SSR && prefetchActivities(client, id),
  ])
}

async function prefetchActivities(client: LoadContext['client'], id: GameId): Promise<void> {
  const { gameActivitiesQuery } = await import('#features/activity/web/activity.api.ts')
  await client.prefetchInfiniteQuery(gameActivitiesQuery(id))
}

export function Page() {
  const given = useParams().gameId ?? ''
  // The loader has refused invalid ids.
  return isOwnGameId(given) ? <OwnGame id={given as GameId} /> : <GamePage id={canonicalGameId(given) as GameId} />
}

/** A game that only the viewer has, with its own page (decision 0086). */
const OwnGame = lazyHydrated(() => import('#features/game-pages/web/game-own.tsx'), 'OwnGame')

function GamePage({ id }: { id: GameId }) {
  const { data: game, error } = useQuery({ ...gameQuery(id), retryOnMount: false, throwOnError: isMissingGame })
  return (
    <ErrorBoundary key={id} fallback={<Broken level={1} />}>
      {game ? <WholeGame game={game} /> : error ? <Broken level={1} text={failureText(error)} /> : <GameSkeleton />}
    </ErrorBoundary>
  )
}

export { GameSkeleton as Skeleton }

/** Returns 'Failed to fetch game: 502 Bad Gateway' (C50), or the reason if the server was not reached. */
function failureText(error: Error): string | undefined {
  // A response that cannot be parsed has an error message that is not for people.
  if (!(error instanceof CallError)) return undefined
  if (error.status === 0) return error.message
  return gameFailedText(error.status, HTTP_STATUS_TEXTS[error.status] ?? '').trim()
}

function Broken({ level, text }: { level: 1 | 2; text?: string | undefined }) {
  return (
    <div className="page py-8">
      {level === 1 && <title>Something went wrong</title>}
      <ErrorState level={level} text={text ?? PART_BROKEN} onRetry={() => window.location.reload()} />
    </div>
  )
}

const ScrollTop = lazyHydrated(() => import('#web/ui/scroll-top.tsx'), 'ScrollTop')
const Overview = lazyHydrated(
  () => import('#features/game-pages/web/game-overview.tsx'),
  'Overview',
  <div className="min-h-dvh" />,
)

/** The code and data of the other panels load when one is opened. */
const Panel = lazyLoaded(() => import('#features/game-pages/web/game-panels.tsx'), 'GamePanel')

function WholeGame({ game }: { game: GameWithFreshness }) {
  const viewer = useViewer()
  const { data: entry } = useQuery({ ...entryQuery(game.id), enabled: viewer !== null })
  const completed = entry?.achievements_completed ?? null
  const activities = useGameActivities(game.id)
  const { data: ratings } = useQuery(reviewSummaryQuery(game.id))
  const wanted = useWantedTab()
  // An address with this tab opens it at once, and not when its first request has ended.
  const isActivityThere = activities !== 'loading' || wanted === 'activity'
  const tabs = tabsOf(game, isActivityThere, completed, ratings?.total)
  const [tab, open, bar] = useGameTab(
    tabs.map(({ id }) => id),
    wanted,
  )
  return (
    <>
      <Hero game={game} />
      <div className="page pb-12">
        {game.state === 'stale' && <Stale game={game} />}
        <div ref={bar}>
          <TabList
            label={`About ${game.name}`}
            path={`/game/${game.id}`}
            items={tabs}
            current={tab}
            onSelect={(id) => open(id as GameTab)}
            className="mb-6 md:mb-8"
          />
        </div>
        {/* As high as the window, so that the tabs stay in place while a panel loads. */}
        <div
          role="tabpanel"
          id={panelId(tab)}
          aria-labelledby={tabId(tab)}
          className={tab === 'overview' ? undefined : 'min-h-[calc(100dvh-12rem)]'}
        >
          {tab === 'overview' ? (
            <Overview game={game} hasActivity={activities === 'some'} onOpen={open} />
          ) : (
            <ErrorBoundary key={tab} fallback={<Broken level={2} />}>
              <Suspense>
                <Panel tab={tab} game={game} completed={completed} />
              </Suspense>
            </ErrorBoundary>
          )}
        </div>
        <Sources game={game} />
        {viewer?.role === 'admin' && (
          <p className="mt-3 text-12">
            <a className="linkish" href={`/admin/merges?first=${game.id}`}>
              {MERGE_WITH_ANOTHER}
            </a>
          </p>
        )}
      </div>
      <ScrollTop />
    </>
  )
}

const SOURCE_NAMES: Record<Game['sources'][number], { name: string; href: string }> = {
  igdb: { name: 'IGDB', href: 'https://www.igdb.com/' },
  rawg: { name: 'RAWG', href: 'https://rawg.io/' },
}

/** Marks facts that were fetched earlier because the source does not respond. */
function Stale({ game }: { game: Game }) {
  const source = game.dataSource === 'rawg' ? SOURCE_NAMES.rawg : SOURCE_NAMES.igdb
  return (
    <p className="mb-2 text-13 text-text-2" role="status">
      {sourceSilentText(source.name)}
    </p>
  )
}

/** The terms of both sources require a link on every page that shows their content. */
function Sources({ game }: { game: Game }): ReactNode {
  if (game.sources.length === 0) return null
  return (
    <p className="mt-12 text-12 text-text-3">
      {SOURCES}{' '}
      {game.sources.map((source, at) => (
        <span key={source}>
          {at > 0 && ' and '}
          <a className="underline underline-offset-3 hover:text-text" href={SOURCE_NAMES[source].href} rel="noopener">
            {SOURCE_NAMES[source].name}
          </a>
        </span>
      ))}
      .
    </p>
  )
}
