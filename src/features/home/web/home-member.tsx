import { type QueryClient, useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SessionUser } from '#features/accounts/session.contract.ts'
import { foldActivities, newestOfOthers } from '#features/activity/activity.rules.ts'
import {
  type ActivitiesPage,
  activitiesOfPages,
  circleQuery,
  type FeedSource,
  feedQuery,
} from '#features/activity/web/activity.api.ts'
import { challengesQuery, mineQuery } from '#features/challenges/web/challenges.api.ts'
import { suggestionsQuery } from '#features/friends/web/friends.api.ts'
import { ContinuePlaying, ContinueSkeleton } from '#features/game-actions/web/continue-playing.widgets.tsx'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { latestEntriesQuery } from '#features/journal/web/journal.api.ts'
import { LOG_A_GAME } from '#features/library/library.texts.ts'
import { loadMarks } from '#features/library/web/library.api.ts'
import { playingQuery } from '#features/library/web/library-lists.api.ts'
import { homeListsQuery } from '#features/lists/web/home-lists.api.ts'
import { featuredNewsQuery } from '#features/news/web/news.api.ts'
import { bookmarksQuery } from '#features/play-log/web/bookmarks.api.ts'
import { FeaturedShowcase, loadShowcase } from '#features/playlists/web/playlists.widgets.tsx'
import { receivedQuery } from '#features/recommendations/web/recommendations.api.ts'
import { QUEUE_SHOWN } from '#features/shelves/own-shelves.rules.ts'
import { queueQuery } from '#features/shelves/web/own-shelves.api.ts'
import { Head } from '#web/head.tsx'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FeedSkeleton, PosterGridSkeleton } from '#web/ui/list-skeletons.tsx'
import { PosterStrip } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { panelId, TabList, tabId } from '#web/ui/tab-list.tsx'
import { useEnv } from '#web/use-env.ts'
import { HOME_TEXTS } from '../home-member.texts.ts'
import { FeedKinds, kindIn } from './feed-kinds.tsx'
import { FirstShelf } from './first-shelf.tsx'
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
const NewestActivities = lazyHydrated(() => import('#features/activity/web/activity.widgets.tsx'), 'NewestActivities')
const PeoplePlaying = lazyHydrated(() => import('#features/activity/web/activity.widgets.tsx'), 'PeoplePlaying')

const InstallOffer = lazyHydrated(() => import('#features/install/web/install-offer.widgets.tsx'), 'InstallOffer')
const UpNext = lazyHydrated(() => import('#features/library-pages/web/up-next.widgets.tsx'), 'UpNext')
const Recommended = lazyHydrated(() => import('#features/recommendations/web/recommended.widgets.tsx'), 'Recommended')
const HomeLists = lazyHydrated(() => import('#features/lists/web/home-lists.widgets.tsx'), 'HomeLists')
const HomeReviews = lazyHydrated(() => import('#features/reviews/web/member-reviews.widgets.tsx'), 'HomeReviews')

/** "Popular with friends" needs at least this many games. */
const LEAST_POPULAR = 4
/** Posters of "Popular with friends". */
const POPULAR = 6

const ready = { revalidateIfStale: true } as const

/** Loads the member's home. The marks follow the games that they belong to. */
export async function loadMemberHome(client: QueryClient, userId: string, search: URLSearchParams): Promise<void> {
  const kind = kindIn(search)
  // In this order, because a slow line sends the answers in it.
  const games = Promise.all([
    client.ensureInfiniteQueryData({ ...playingQuery(), ...ready }),
    client.ensureQueryData({ ...gameCountQuery(), ...ready }),
    client.ensureQueryData({ ...circleQuery(), ...ready }),
    // If one of these fails, its part is omitted.
    client.prefetchQuery(bookmarksQuery()),
    client.prefetchInfiniteQuery(receivedQuery()),
    client.prefetchQuery(queueQuery(QUEUE_SHOWN)),
    client.prefetchInfiniteQuery(latestEntriesQuery()),
    client.prefetchQuery(homeListsQuery()),
  ])
  const popular = games.then(([playing, count, circle]) =>
    count === 0 || isWithoutGamesAndPeople(playing.pages[0], circle)
      ? client.ensureQueryData({ ...popularQuery(FIRST_SHELF), ...ready })
      : [],
  )
  const showcase = loadShowcase(client)
  const feed = client
    .ensureInfiniteQueryData({ ...feedQuery('circle', kind), ...ready })
    .then((own) =>
      kind === null && hasOnlyOwnActivities(own.pages, userId)
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
  const inGames = Promise.all([games, popular]).then(([[, , circle], popular]) => [
    ...popular.map(({ id }) => id),
    ...circle.popular.slice(0, POPULAR).map(({ id }) => id),
    ...(client.getQueryData(queueQuery(QUEUE_SHOWN).queryKey)?.games ?? []).map(({ id }) => id),
  ])
  const inFeed = feed.then((shown) => activitiesOfPages(shown.pages).flatMap(({ game }) => game?.id ?? []))
  const ids = Promise.all([inGames, inFeed, showcase]).then((lists) => [...new Set(lists.flat())])
  await Promise.all([...side, ids.then((ids) => loadMarks(client, ids))])
}

const isWithoutGamesAndPeople = (playing: { total: number } | undefined, circle: { people: readonly unknown[] }) =>
  playing?.total === 0 && circle.people.length === 0

/** Returns whether the feed has loaded and contains only the viewer's own activities. */
function hasOnlyOwnActivities(parts: readonly ActivitiesPage[], viewerId: string): boolean {
  const isRead = parts[0]?.source === 'asked'
  return isRead && activitiesOfPages(parts).every((activity) => activity.user_id === viewerId)
}

/** The member's home: the games in play, what friends did, what comes next; for a newcomer first games. */
export function MemberHome({ viewer }: { viewer: SessionUser }) {
  const { data: gameCount } = useSuspenseQuery(gameCountQuery())
  const [isNew] = useState(gameCount === 0)
  return (
    <Frame>
      {isNew ? <FirstShelf gameCount={gameCount} /> : <OwnGames />}
      <People viewer={viewer} isNew={isNew} />
      <InstallOffer />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const { productName } = useEnv()
  return (
    <div className="page pt-(--page-top) pb-12 [--page:1016px]">
      <Head title={productName} description={HOME_TEXTS.about} path="/" isIndexed={false} />
      <h1 className="visually-hidden">Home</h1>
      {children}
    </div>
  )
}

/** The games in play. Without any, and without people to read about, the page begins with popular games. */
function OwnGames() {
  const [playing] = useInfiniteQuery(playingQuery()).data?.pages ?? []
  const { data: circle } = useSuspenseQuery(circleQuery())
  const isPopular = isWithoutGamesAndPeople(playing, circle)
  const { data: popular } = useQuery({ ...popularQuery(FIRST_SHELF), enabled: isPopular })
  if (!isPopular) return <ContinuePlaying />
  if (!popular) return null
  return (
    <Section title="Popular" more={{ href: '/all-games', label: 'All games' }}>
      <Strip games={popular.slice(0, STRIP)} label="Popular" isEager />
    </Section>
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

const BELOW = 'max-side:hidden'
const COLUMNS = 'cols mt-8 md:mt-12'
/** As high as the feed, so that its last part stays in sight. */
const SIDE = 'min-w-0 side:col-start-2 side:row-start-1 side:self-stretch'
const FEED = 'mt-0! side:col-start-1 side:row-start-1'

/**
 * The feed and its side column. Shows everybody's activities as long as the viewer's own feed contains no activity of
 * anybody else. On phones the newest activities of friends come first, and most of the side column is left out.
 */
function People({ viewer, isNew }: { viewer: SessionUser; isNew: boolean }) {
  const { data: circle } = useSuspenseQuery(circleQuery())
  const kind = kindIn(useSearchParams()[0])
  const { data: feed } = useInfiniteQuery(feedQuery('circle', kind))
  const [chosen, setChosen] = useState<FeedSource | null>(null)
  const isAlone = kind === null && feed !== undefined && hasOnlyOwnActivities(feed.pages, viewer.id)
  const from = chosen ?? (isAlone ? 'everyone' : 'circle')
  const newest = useMemo(
    () =>
      kind === null ? newestOfOthers(foldActivities(activitiesOfPages(feed?.pages ?? [])), viewer.id, NEWEST) : [],
    [feed, viewer.id, kind],
  )
  const hasPeople = circle.people.length > 0
  return (
    <div className={COLUMNS}>
      {newest.length > 0 && (
        <Section title={HOME_TEXTS.fromFriends} className="side:hidden">
          <NewestActivities keys={newest} />
        </Section>
      )}
      <aside className={SIDE} aria-label={HOME_TEXTS.side}>
        <Recommended />
        {!isNew && <UpNext />}
        <HomeLists />
        {hasPeople && (
          <Section title="Playing lately">
            <PeoplePlaying people={circle.people} />
          </Section>
        )}
        <HomeChallenges className={BELOW} most={1} />
        {!hasPeople && <PeopleToFollow />}
        <LatestEntries className={BELOW} />
        {/* The browser loads these two, so nothing is below them. */}
        <HomeReviews userId={viewer.id} className={BELOW} />
        {hasPeople && <PeopleToFollow className="max-side:hidden side:sticky side:top-20" />}
      </aside>
      <Section title="Activity" className={FEED}>
        <TabList
          label="Show activity of"
          path="/"
          className="mb-4"
          items={FEEDS}
          current={from}
          onSelect={(id) => setChosen(id as FeedSource)}
        />
        <div role="tabpanel" id={panelId(from)} aria-labelledby={tabId(from)}>
          <FeedKinds current={kind} />
          <ActivityFeed
            key={`${from} ${kind}`}
            from={from}
            kind={kind}
            empty={kind === null ? EMPTY[from] : NONE_OF_KIND}
            between={kind === null ? BETWEEN : NOTHING}
            {...(from === 'circle' && { abovePhones: newest })}
          />
        </div>
      </Section>
    </div>
  )
}

/** Shown for a kind of which the feed has nothing. */
const NONE_OF_KIND = (
  <EmptyState
    title={HOME_TEXTS.noneOfKindTitle}
    text={HOME_TEXTS.noneOfKind}
    action={<ButtonLink href="/">All</ButtonLink>}
  />
)
const NOTHING: readonly ReactNode[] = []

/** The activities of friends above the feed on phones. */
const NEWEST = 2

/** Created once, so that the feed's props are stable between renderings (lazy hydration). */
const BETWEEN: readonly ReactNode[] = [
  <FeaturedShowcase key="featured" isRow />,
  <Fragment key="popular">
    <HomeChallenges className="side:hidden" most={1} />
    <PopularWithFriends />
  </Fragment>,
  <FeaturedNews key="news" most={1} />,
]

/** The boxes of a member who plays something and has friends. */
export const MemberHomeSkeleton = () => (
  <Frame>
    <div className="shape">
      <ContinueSkeleton />
      <div className={COLUMNS}>
        <FeedSkeleton count={2} className="pt-10 side:hidden" />
        <div className={SIDE}>
          <PosterGridSkeleton count={6} className="grid-cols-3! gap-2! pt-10 max-side:[&>:nth-child(n+5)]:hidden" />
          <div className="flex gap-4 pt-20 side:grid">
            {[0, 1, 2, 3, 4].map((at) => (
              <Skeleton key={at} round className="size-11 flex-none" />
            ))}
          </div>
        </div>
        <FeedSkeleton className={cx(FEED, 'pt-24')} />
      </div>
    </div>
  </Frame>
)

function PopularWithFriends() {
  const { data: circle } = useSuspenseQuery(circleQuery())
  if (circle.popular.length < LEAST_POPULAR) return null
  return (
    <Section title="Popular with friends" level={3}>
      <PosterStrip label="Popular with friends" columns={6}>
        {circle.popular.slice(0, POPULAR).map((game) => (
          <GamePoster key={game.id} game={game} isSmall />
        ))}
      </PosterStrip>
    </Section>
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
