import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { memo, type ReactNode } from 'react'
import { feedQuery } from '#features/activity/web/activity.api.ts'
import { ActivityFeed } from '#features/activity/web/activity.widgets.tsx'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { challengesQuery, mineQuery } from '#features/challenges/web/challenges.api.ts'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { SLOGAN } from '#features/info/info.texts.ts'
import { posterMark } from '#features/library/web/mark.api.ts'
import { latestListsQuery } from '#features/lists/web/lists.api.ts'
import { featuredNewsQuery } from '#features/news/web/news.api.ts'
import { FeaturedShowcase, loadShowcase } from '#features/playlists/web/playlists.widgets.tsx'
import { latestReviewsQuery } from '#features/reviews/web/reviews.api.ts'
import { gamesText } from '#shared/counted.ts'
import { Head } from '#web/head.tsx'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PosterGridSkeleton } from '#web/ui/list-skeletons.tsx'
import { Poster } from '#web/ui/poster.tsx'
import { PosterGrid, PosterStrip } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useEnv, useNow } from '#web/use-env.ts'
import { VISITOR_TEXTS } from '../home-visitor.texts.ts'
import { bestQuery, ofYearQuery, popularQuery, STRIP, visitorShelfQuery, WALL } from './home-strips.api.ts'

const FeaturedNews = lazyHydrated(() => import('#features/news/web/news.widgets.tsx'), 'FeaturedNews')

const LatestReviews = lazyHydrated(() => import('#features/reviews/web/latest-reviews.widgets.tsx'), 'LatestReviews')
const LatestLists = lazyHydrated(() => import('#features/lists/web/lists.widgets.tsx'), 'LatestLists')
const HomeChallenges = lazyHydrated(
  () => import('#features/challenges/web/home-challenges.widgets.tsx'),
  'HomeChallenges',
)

const ready = { revalidateIfStale: true } as const

export async function loadVisitorHome(client: QueryClient): Promise<void> {
  const year = new Date().getUTCFullYear()
  await Promise.all([
    client.ensureQueryData({ ...popularQuery(WALL), ...ready }),
    client
      .ensureInfiniteQueryData({ ...feedQuery('everyone'), ...ready })
      .then(() => client.ensureQueryData({ ...visitorShelfQuery(), ...ready })),
    loadShowcase(client),
    client.ensureQueryData({ ...bestQuery(), ...ready }),
    client.ensureQueryData({ ...ofYearQuery(year), ...ready }),
    client.ensureQueryData({ ...ofYearQuery(year - 1), ...ready }),
    // If one of them fails, its part is omitted.
    client.prefetchQuery(featuredNewsQuery()),
    client.prefetchQuery(latestReviewsQuery()),
    client.prefetchQuery(latestListsQuery()),
    client.prefetchQuery(mineQuery()),
    client.prefetchInfiniteQuery(challengesQuery('active')),
  ])
}

/**
 * The visitor's home: one sentence about the site beside a wall of covers and a member's library; then games and
 * activities.
 */
export function VisitorHome() {
  return (
    <Frame>
      <div className={TOP}>
        <header>
          <Welcome />
          <MemberShelf />
        </header>
        <Wall />
      </div>
      <ThisYear />
    </Frame>
  )
}

export const VisitorHomeSkeleton = () => (
  <Frame>
    <div className={TOP}>
      <header className="shape">
        <Welcome />
        <ShelfSkeleton />
      </header>
      <PosterGridSkeleton count={15} className={WALL_GRID} />
    </div>
  </Frame>
)

function Frame({ children }: { children: ReactNode }) {
  const { productName } = useEnv()
  return (
    <div className="page pb-12">
      <Head title={productName} description={VISITOR_TEXTS.about} path="/" />
      {children}
    </div>
  )
}

const ThisYear = () => <Rest year={useNow().getUTCFullYear()} />

/** Rendered again only when the year changes, and not whenever the time does. */
const Rest = memo(function Rest({ year }: { year: number }) {
  const { data: popular } = useSuspenseQuery(popularQuery(WALL))
  const { data: best } = useSuspenseQuery(bestQuery())
  const { data: thisYear } = useSuspenseQuery(ofYearQuery(year))
  const { data: lastYear } = useSuspenseQuery(ofYearQuery(year - 1))
  const recent = newAndNotable(popular, thisYear, lastYear)
  return (
    <>
      <FeaturedShowcase />
      {recent.length > 0 && (
        <Section title="New and notable" more={{ href: '/all-games?sort=release', label: 'Newest' }}>
          <Strip games={recent} label="New and notable" />
        </Section>
      )}
      <FeaturedNews />
      <div className="cols mt-8 md:mt-12">
        <Section title="Latest activity">
          <ActivityFeed
            from="everyone"
            empty={
              <EmptyState
                title="Quiet so far"
                text={VISITOR_TEXTS.nobodyYet}
                action={<ButtonLink href="/all-games">Find a game</ButtonLink>}
              />
            }
          />
        </Section>
        <aside className="max-side:-order-1" aria-label={VISITOR_TEXTS.side}>
          {best.length > 0 && (
            <Section title={VISITOR_TEXTS.best} more={{ href: '/all-games?sort=rating', label: 'All' }}>
              <PosterGrid columns={3} label={VISITOR_TEXTS.best} className="grid-cols-3! md:max-side:grid-cols-9!">
                {best.map((game) => (
                  <GamePoster key={game.id} game={game} size={100} className="w-full!" />
                ))}
              </PosterGrid>
            </Section>
          )}
          <LatestReviews />
          <LatestLists />
          <HomeChallenges />
        </aside>
      </div>
    </>
  )
})

const TOP =
  'grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-8 pt-10 side:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] side:items-center md:pt-14'

function Welcome() {
  const { productName } = useEnv()
  return (
    <>
      <h1 className="game-title">{SLOGAN}</h1>
      <p className="mt-4 max-w-[52ch] text-16 leading-relaxed text-text-2 md:mt-5 md:text-18">
        {VISITOR_TEXTS.slogan(productName)}
      </p>
      <p className="mt-6 flex flex-wrap gap-3 md:mt-8">
        <ButtonLink kind="mine" size="big" href="/signup">
          Sign Up
        </ButtonLink>
        <ButtonLink size="big" href="/signin">
          Sign In
        </ButtonLink>
      </p>
    </>
  )
}

const WALL_GRID = 'grid! grid-cols-4! gap-2! sm:grid-cols-5! md:gap-3!'

/** Popular games, cover next to cover; fewer of them on phones, where the sentence is above the wall. */
function Wall() {
  const { data: games } = useSuspenseQuery(popularQuery(WALL))
  if (games.length === 0) return null
  return (
    <ul
      className="grid grid-cols-4 gap-2 sm:grid-cols-5 md:gap-3 max-sm:[&>li:nth-child(n+9)]:hidden sm:max-side:[&>li:nth-child(n+11)]:hidden"
      aria-label="Popular"
    >
      {games.map((game, at) => (
        <li key={game.id} className="min-w-0">
          <GamePoster game={game} eager={at < 8} isSmall className="w-full!" />
        </li>
      ))}
    </ul>
  )
}

/** An example of a shelf: a member's games with that member's marks. Renders nothing if no member shows one. */
function MemberShelf() {
  const { data: shelf } = useSuspenseQuery(visitorShelfQuery())
  if (!shelf) return null
  const { member, rows, total } = shelf
  const title = `${member.name}’s library`
  return (
    <section className="mt-8 max-w-120 border-line border-t pt-5" aria-label={title}>
      <div className="flex items-center gap-3">
        <Avatar id={member.id} name={member.name ?? ''} src={member.avatar_url} size={36} />
        <p className="min-w-0 flex-1 truncate text-14">
          <a href={`/profile/${member.id}?tab=games`} className="font-[650] underline-offset-3 hover:underline">
            {title}
          </a>
        </p>
        <span className="num flex-none text-13 text-text-2">{gamesText(total)}</span>
      </div>
      <ul className="mt-3 grid grid-cols-5 gap-2">
        {rows.map((row) => (
          <li key={row.game_id} className="min-w-0">
            <Poster game={posterGame(row.game)} href={`/game/${row.game_id}`} mark={posterMark(row)} eager />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** As high as the shelf, so that the wall below it stays. */
function ShelfSkeleton() {
  return (
    <div className="mt-8 max-w-120 border-line border-t pt-5">
      <Skeleton round className="size-9" />
      <div className="mt-3 grid grid-cols-5 gap-2">
        {[0, 1, 2, 3, 4].map((at) => (
          <Skeleton key={at} className="skeleton-poster" />
        ))}
      </div>
    </div>
  )
}

/** A row of posters. The first row of a page loads its covers eagerly. */
export function Strip({ games, label, isEager }: { games: readonly GameCard[]; label: string; isEager?: boolean }) {
  return (
    <PosterStrip label={label}>
      {games.map((game, at) => (
        <GamePoster key={game.id} game={game} eager={isEager === true && at < 4} />
      ))}
    </PosterStrip>
  )
}

/** Returns the best known releases of this year and the last, without games that are already shown above. */
function newAndNotable(
  popular: readonly GameCard[],
  thisYear: readonly GameCard[],
  lastYear: readonly GameCard[],
): GameCard[] {
  const shown = new Set(popular.map(({ id }) => id))
  return [...thisYear, ...lastYear].filter(({ id }) => !shown.has(id)).slice(0, STRIP)
}
