import { type QueryClient, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SessionUser } from '#features/accounts/session.contract.ts'
import {
  type ActivitiesPage,
  activitiesOfPages,
  circleQuery,
  type FeedSource,
  feedQuery,
} from '#features/activity/web/activity.api.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { challengesQuery, mineQuery } from '#features/challenges/web/challenges.api.ts'
import { suggestionsQuery } from '#features/friends/web/friends.api.ts'
import { ContinuePlaying } from '#features/game-actions/web/continue-playing.widgets.tsx'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { entriesOf, latestEntriesQuery } from '#features/journal/web/journal.api.ts'
import { LOG_A_GAME, SHELF_EMPTY } from '#features/library/library.texts.ts'
import { loadMarks } from '#features/library/web/library.api.ts'
import { playingQuery } from '#features/library/web/library-lists.api.ts'
import { featuredNewsQuery } from '#features/news/web/news.api.ts'
import { FeaturedShowcase, loadShowcase } from '#features/playlists/web/playlists.widgets.tsx'
import { QUEUE_SHOWN } from '#features/shelves/own-shelves.rules.ts'
import { queueQuery } from '#features/shelves/web/own-shelves.api.ts'
import { plural } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import { Head } from '#web/head.tsx'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FeedSkeleton, PosterGridSkeleton } from '#web/ui/list-skeletons.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import { panelId, TabList, tabId } from '#web/ui/tab-list.tsx'
import { useEnv } from '#web/use-env.ts'
import { HOME_TEXTS } from '../home-member.texts.ts'
import { FIRST_SHELF, gameCountQuery, popularQuery, STRIP } from './home-strips.api.ts'
import { Strip } from './home-visitor.tsx'

const ActivityFeed = lazyHydrated(() => import('#features/activity/web/activity.widgets.tsx'), 'ActivityFeed')
const HomeChallenges = lazyHydrated(
  () => import('#features/challenges/web/home-challenges.widgets.tsx'),
  'HomeChallenges',
)
const FeaturedNews = lazyHydrated(() => import('#features/news/web/news.widgets.tsx'), 'FeaturedNews')
const LatestEntries = lazyHydrated(() => import('#features/journal/web/journal.widgets.tsx'), 'LatestEntries')
const PeopleToFollow = lazyHydrated(
  () => import('#features/friends/web/people-to-follow.widgets.tsx'),
  'PeopleToFollow',
)
const PeoplePlaying = lazyHydrated(() => import('#features/activity/web/activity.widgets.tsx'), 'PeoplePlaying')

const UpNext = lazyHydrated(() => import('#features/library-pages/web/up-next.widgets.tsx'), 'UpNext')
const HomeReviews = lazyHydrated(() => import('#features/reviews/web/member-reviews.widgets.tsx'), 'HomeReviews')

/** "Popular with friends" needs at least this many games. */
const LEAST_POPULAR = 4

const ready = { revalidateIfStale: true } as const

/**
 * Loads the member's home. The browser does not wait for the feed, which shows that it is loading. The marks follow the games that
 * they belong to.
 */
export async function loadMemberHome(client: QueryClient, userId: string): Promise<void> {
  // In this order, because a slow line sends the answers in it.
  const games = Promise.all([
    client.ensureInfiniteQueryData({ ...playingQuery(), ...ready }),
    client.ensureQueryData({ ...gameCountQuery(), ...ready }),
    client.ensureQueryData({ ...circleQuery(), ...ready }),
    client.ensureQueryData({ ...popularQuery(FIRST_SHELF), ...ready }),
    // If one of these fails, its part is omitted.
    client.prefetchQuery(queueQuery(QUEUE_SHOWN)),
    client.prefetchInfiniteQuery(latestEntriesQuery()),
  ])
  const showcase = loadShowcase(client)
  const feed = client
    .ensureInfiniteQueryData({ ...feedQuery('circle'), ...ready })
    .then((own) =>
      hasOnlyOwnActivities(own.pages, userId)
        ? client.ensureInfiniteQueryData({ ...feedQuery('everyone'), ...ready })
        : own,
    )
  const side = [
    client.prefetchQuery(mineQuery()),
    client.prefetchInfiniteQuery(challengesQuery('active')),
    client.prefetchQuery(featuredNewsQuery()),
    // For a member with friends the browser requests suggestions: they appear at the very end beside the feed.
    games.then(([, , { people }]) => (people.length === 0 ? client.prefetchQuery(suggestionsQuery()) : undefined)),
  ]
  const inGames = games.then(([, count, circle, popular]) => {
    const strip = count === 0 || circle.popular.length < LEAST_POPULAR ? popular : circle.popular
    return [...strip, ...(client.getQueryData(queueQuery(QUEUE_SHOWN).queryKey)?.games ?? [])].map(({ id }) => id)
  })
  const inFeed = feed.then((shown) => activitiesOfPages(shown.pages).flatMap(({ game }) => game?.id ?? []))
  const loadMarksOf = async (lists: readonly Promise<readonly GameId[]>[]) =>
    loadMarks(client, [...new Set((await Promise.all(lists)).flat())])
  if (import.meta.env.SSR) await Promise.all([...side, loadMarksOf([inGames, inFeed, showcase])])
  else {
    loadMarksOf([inFeed]).catch(() => {})
    await Promise.all([...side, loadMarksOf([inGames, showcase])])
  }
}

/** Returns whether the feed has loaded and contains only the viewer's own activities. */
function hasOnlyOwnActivities(parts: readonly ActivitiesPage[], viewerId: string): boolean {
  const isRead = parts[0]?.source === 'asked'
  return isRead && activitiesOfPages(parts).every((activity) => activity.user_id === viewerId)
}

/** The skeletons of covers: as many as a window shows. */
const FIRST_SHAPES = 12

/** The member's home: current games, friends' activities, or the next step if there are neither. */
export function MemberHome({ viewer }: { viewer: SessionUser }) {
  return (
    <Frame>
      <Games />
      <FeaturedShowcase />
      <FeedWithSide viewer={viewer} />
    </Frame>
  )
}

export const MemberHomeSkeleton = () => (
  <Frame>
    <div className="shape">
      <PosterGridSkeleton count={FIRST_SHAPES} />
      <FeedSkeleton className="mt-8 md:mt-12" />
    </div>
  </Frame>
)

function Frame({ children }: { children: ReactNode }) {
  const { productName } = useEnv()
  return (
    <div className="page pt-(--page-top) pb-12">
      <Head title={productName} description={HOME_TEXTS.about} path="/" isIndexed={false} />
      <h1 className="visually-hidden">Home</h1>
      {children}
    </div>
  )
}

function Games() {
  const { data: gameCount } = useSuspenseQuery(gameCountQuery())
  const { data: circle } = useSuspenseQuery(circleQuery())
  const { data: popular } = useSuspenseQuery(popularQuery(FIRST_SHELF))
  const [isNew] = useState(gameCount === 0)
  const hasPopular = circle.popular.length >= LEAST_POPULAR
  return (
    <>
      {isNew ? (
        <FirstShelf games={popular} gameCount={gameCount} />
      ) : (
        <>
          <ContinuePlaying />
          <UpNext />
          {hasPopular ? (
            <Section title="Popular with friends">
              <Strip games={circle.popular} label="Popular with friends" isEager />
            </Section>
          ) : (
            <Section title="Popular" more={{ href: '/all-games', label: 'All games' }}>
              <Strip games={popular.slice(0, STRIP)} label="Popular" isEager />
            </Section>
          )}
        </>
      )}
    </>
  )
}

/** The first games of a newcomer. It stays during the visit, so that the posters do not disappear on the first click. */
function FirstShelf({ games, gameCount }: { games: readonly GameCard[]; gameCount: number }) {
  const { data: journal } = useInfiniteQuery(latestEntriesQuery())
  const hasWritten = entriesOf(journal?.pages).length > 0
  return (
    <>
      {gameCount === 0 ? (
        <EmptyState
          level={2}
          title={hasWritten ? HOME_TEXTS.written : SHELF_EMPTY}
          text={hasWritten ? HOME_TEXTS.shelveToo : HOME_TEXTS.begin}
          action={
            <ButtonLink kind="mine" href="/all-games">
              Find a game
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState
          level={2}
          title={plural(gameCount, HOME_TEXTS.firstGame, `${gameCount} games on your shelf`)}
          text={HOME_TEXTS.goOn}
          action={<ButtonLink href="/profile/games">Your shelf</ButtonLink>}
        />
      )}
      <Section title="Popular" more={{ href: '/all-games', label: 'All games' }} className="mt-4!">
        {/* Whole rows at every width. */}
        <PosterGrid
          label="Popular"
          className="md:max-lg:[&>li:nth-child(n+16)]:hidden xl:[&>li:nth-child(n+17)]:hidden"
        >
          {games.map((game, at) => (
            <GamePoster key={game.id} game={game} eager={at < 6} />
          ))}
        </PosterGrid>
      </Section>
    </>
  )
}

/** The sources of the feed; the first is the viewer's own feed. */
const FEEDS: readonly { id: FeedSource; label: string }[] = [
  { id: 'circle', label: 'All' },
  { id: 'friends', label: 'Friends' },
  { id: 'followed', label: 'Following' },
  { id: 'own', label: 'You' },
  { id: 'everyone', label: 'Everyone' },
]

const ABOVE = 'max-side:-order-1 max-side:mt-0!'
const BELOW = 'max-side:hidden'

/**
 * The feed and its side column. Shows everybody's activities as long as the viewer's own feed contains no activity of
 * anybody else.
 */
function FeedWithSide({ viewer }: { viewer: SessionUser }) {
  const { data: circle } = useSuspenseQuery(circleQuery())
  const { data: feed } = useInfiniteQuery(feedQuery('circle'))
  const [chosen, setChosen] = useState<FeedSource | null>(null)
  const isAlone = feed !== undefined && hasOnlyOwnActivities(feed.pages, viewer.id)
  const from = chosen ?? (isAlone ? 'everyone' : 'circle')
  const hasPeople = circle.people.length > 0
  // On phones the side column is above the feed; suggested members only in an empty feed.
  return (
    <div className="cols mt-8 md:mt-12">
      <Section title="Activity">
        <TabList
          label="Show activity of"
          className="mb-5"
          items={FEEDS}
          current={from}
          onSelect={(id) => setChosen(id as FeedSource)}
        />
        <div role="tabpanel" id={panelId(from)} aria-labelledby={tabId(from)}>
          <ActivityFeed key={from} from={from} empty={EMPTY[from]} />
        </div>
      </Section>
      <aside className="min-w-0 max-side:contents side:sticky side:top-20">
        <HomeChallenges className={ABOVE} />
        {hasPeople && (
          <Section title="Playing lately" className={ABOVE}>
            <PeoplePlaying people={circle.people} />
          </Section>
        )}
        <PeopleToFollow className={hasPeople ? BELOW : ABOVE} />
        <FeaturedNews isColumn />
        <HomeReviews userId={viewer.id} className={BELOW} />
        <LatestEntries className={BELOW} />
      </aside>
    </div>
  )
}

const findGame = <ButtonLink href="/all-games">Find a game</ButtonLink>
const log = <EmptyState title="Nothing logged yet" text={LOG_A_GAME} action={findGame} />

/** Created once, so that the feed's props are stable between renderings (lazy hydration). */
const EMPTY: Record<FeedSource, ReactNode> = {
  circle: log,
  own: log,
  friends: <EmptyState title="Nothing from friends yet" text={HOME_TEXTS.feedEmpty} action={findGame} />,
  followed: <EmptyState title={HOME_TEXTS.followsEmptyTitle} text={HOME_TEXTS.followsEmpty} action={findGame} />,
  everyone: <EmptyState title="Quiet so far" text={LOG_A_GAME} action={findGame} />,
}
