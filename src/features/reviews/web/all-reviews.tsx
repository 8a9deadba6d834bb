import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { loadMarks } from '#features/library/web/library.api.ts'
import { Head } from '#web/head.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useNow } from '#web/use-env.ts'
import { ALL_REVIEWS_TEXTS, reviewsText } from '../all-reviews.texts.ts'
import { REVIEW_LIST_TEXTS } from '../review-lists.texts.ts'
import { BROWSED_ORDERS, type BrowsedOrder } from '../reviews.endpoints.ts'
import { byDay } from '../reviews.rules.ts'
import { ReviewCards, reviewsOf } from './review-list.tsx'
import { browsedReviewsQuery, reviewedGamesQuery } from './reviews.api.ts'

/** Reads the order from an address. A visitor has no friends here, and an invalid value is the default. */
export function reviewOrderOf(search: URLSearchParams, isMember: boolean): BrowsedOrder {
  const show = BROWSED_ORDERS.find((each) => each === search.get('show')) ?? 'new'
  return show === 'friends' && !isMember ? 'new' : show
}

const addressOf = (show: BrowsedOrder) => (show === 'new' ? '/reviews' : `/reviews?show=${show}`)

/** Loads the first part of the reviews, the strip, and the viewer's marks. The page shows a failure. */
export async function loadAllReviews(client: QueryClient, show: BrowsedOrder): Promise<void> {
  const [reviews, games] = [browsedReviewsQuery(show), reviewedGamesQuery()]
  await Promise.all([client.prefetchInfiniteQuery(reviews), client.prefetchQuery(games)])
  const written = client.getQueryData(reviews.queryKey)?.pages.flatMap(({ data }) => data) ?? []
  const counted = client.getQueryData(games.queryKey) ?? []
  await loadMarks(client, [...written.map(({ game_id }) => game_id), ...counted.map(({ game }) => game.id)])
}

/** The public page of reviews: one column, with the games on top that members write about most. */
export function AllReviews({ show }: { show: BrowsedOrder }) {
  const viewer = useViewer()
  const list = useInfiniteQuery(browsedReviewsQuery(show))
  const reviews = reviewsOf(list)
  const switches: [BrowsedOrder, string][] = [
    ['new', 'New'],
    ['helpful', 'Most helpful'],
    ...(viewer ? [['friends', 'Friends'] satisfies [BrowsedOrder, string]] : []),
  ]
  return (
    <div className="page pb-12">
      <Head title="Reviews" description={ALL_REVIEWS_TEXTS.about} path="/reviews" isIndexed={show === 'new'} />
      <div className="mx-auto max-w-180">
        <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pt-(--page-top) pb-6">
          <h1 className="title text-28 md:text-40">Reviews</h1>
          <Segmented
            label="Which reviews"
            value={show}
            options={switches.map(([value, label]) => ({ value, label, href: addressOf(value) }))}
          />
        </header>
        <ReviewedGames />
        <PagedList
          list={list}
          isEmpty={reviews.length === 0}
          failed={REVIEW_LIST_TEXTS.notLoaded}
          empty={<EmptyState level={2} {...NO_REVIEWS[show]} />}
        >
          {show === 'helpful' ? (
            <>
              <h2 className="visually-hidden">Most helpful reviews</h2>
              <ReviewCards reviews={reviews} around="any" label="Most helpful reviews" />
            </>
          ) : (
            <Days reviews={reviews} />
          )}
        </PagedList>
      </div>
    </div>
  )
}

function Days({ reviews }: { reviews: ReturnType<typeof reviewsOf> }) {
  const days = byDay(reviews, useNow())
  return days.map(({ day, label, reviews: ofDay }) => (
    <section key={day} aria-labelledby={`day-${day}`} className="review-day">
      <h2 id={`day-${day}`} className="fact">
        {label}
      </h2>
      <ReviewCards reviews={ofDay} around="any" label={`Reviews, ${label}`} />
    </section>
  ))
}

const SMALLEST = 56
const LARGEST = 104
/** So many reviews or more give the largest cover, where no game has more. */
const MANY = 4

/** The covers of the games with the most reviews, the larger the more. */
function ReviewedGames() {
  const { data: games = [] } = useQuery(reviewedGamesQuery())
  const most = Math.max(games[0]?.reviews ?? 0, MANY)
  if (games.length < 2) return null
  return (
    <section aria-labelledby="reviewed-games" className="pb-6">
      <h2 id="reviewed-games" className="fact pb-3">
        {ALL_REVIEWS_TEXTS.strip}
      </h2>
      <ol className="reviewed-games">
        {games.map(({ game, reviews }) => {
          const width = Math.round(SMALLEST + ((LARGEST - SMALLEST) * reviews) / most)
          return (
            <li key={game.id} style={{ width }}>
              <GamePoster game={game} size={width} isSmall className="w-full!" eager />
              <span className="num text-12 text-text-3">
                {reviews}
                <span className="visually-hidden"> {reviewsText(reviews).replace(/^\S+ /, '')}</span>
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** What the page says when it has no reviews. */
const NO_REVIEWS: Record<BrowsedOrder, Pick<ComponentProps<typeof EmptyState>, 'title' | 'text' | 'link'>> = {
  friends: {
    title: 'Nothing from friends yet',
    text: ALL_REVIEWS_TEXTS.noneOfFriends,
    link: { href: '/members?show=similar', label: 'Find members' },
  },
  helpful: {
    title: 'No helpful reviews yet',
    text: ALL_REVIEWS_TEXTS.noneHelpful,
    link: { href: '/reviews', label: 'New reviews' },
  },
  new: {
    title: 'No reviews yet',
    text: ALL_REVIEWS_TEXTS.none,
    link: { href: '/all-games', label: 'Browse games' },
  },
}
