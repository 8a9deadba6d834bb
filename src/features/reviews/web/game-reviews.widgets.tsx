import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { numberText, plural } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { FilterChip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { ratingText } from '#web/ui/rating.tsx'
import { Section } from '#web/ui/section.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { REVIEW_LIST_TEXTS } from '../review-lists.texts.ts'
import { REVIEW_SORTS, type ReviewSort } from '../reviews.endpoints.ts'
import { FriendRatings } from './friend-ratings.tsx'
import { Histogram } from './histogram.tsx'
import { ReviewCards, ReviewList, reviewsOf } from './review-list.tsx'
import { gameReviewsQuery, MOST_HELPFUL, RECENT_REVIEWS, type ReviewFilter, reviewSummaryQuery } from './reviews.api.ts'
import { WriteReview } from './write-review.tsx'

interface ReviewedGame {
  id: GameId
  name: string
}

const SORT_LABELS: Record<ReviewSort, string> = {
  helpful: 'Most helpful',
  newest: 'Newest',
  highest: 'Highest rated',
  lowest: 'Lowest rated',
}

/** Parses the filter from an address. An invalid value does not filter. */
export function filterOf(search: URLSearchParams): ReviewFilter {
  const sort = REVIEW_SORTS.find((each) => each === search.get('sort')) ?? 'helpful'
  const stars = Number(search.get('rating'))
  const rating = stars >= 0.5 && stars <= 5 && Number.isInteger(stars * 2) ? stars : null
  return { sort, rating, platform: search.get('platform') || null }
}

/** Returns the search string of a filter: '?sort=newest&rating=4.5', or '' without one. */
export function searchOf({ sort, rating, platform }: ReviewFilter): string {
  const search = new URLSearchParams({
    ...(sort !== 'helpful' && { sort }),
    ...(rating !== null && { rating: String(rating) }),
    ...(platform !== null && { platform }),
  }).toString()
  return search && `?${search}`
}

/** Renders all reviews of a game, sorted and filtered by the address. */
export function GameReviews({ game }: { game: ReviewedGame }) {
  const filter = filterOf(new URLSearchParams(useLocation().search))
  const navigate = useNavigate()
  const { data: summary } = useQuery(reviewSummaryQuery(game.id))
  const list = useInfiniteQuery(gameReviewsQuery(game.id, filter))
  const change = (changes: Partial<ReviewFilter>) =>
    void navigate(
      { search: searchOf({ ...filter, ...changes }), hash: 'reviews' },
      { preventScrollReset: true, replace: true },
    )
  const isFiltered = filter.rating !== null || filter.platform !== null
  return (
    <div className="cols">
      <Section
        title="Reviews"
        aside={summary && <span className="num text-14 text-text-3">{numberText(summary.total)}</span>}
        className="side:order-first"
      >
        {summary && <FriendRatings friends={summary.friends} />}
        {((summary?.total ?? 0) > 1 || isFiltered) && (
          <ReviewFilters filter={filter} platforms={summary?.platforms ?? []} onChange={change} />
        )}
        <ReviewList
          list={list}
          around="game"
          label={`Reviews of ${game.name}`}
          empty={
            isFiltered ? (
              <EmptyState
                title="No matching reviews"
                text={REVIEW_LIST_TEXTS.noneFound}
                action={<Button onClick={() => change({ rating: null, platform: null })}>Show all reviews</Button>}
              />
            ) : (
              <EmptyState title="No reviews yet" text={REVIEW_LIST_TEXTS.noneOfGame} />
            )
          }
        />
      </Section>
      <aside className="min-w-0 max-side:order-first" aria-label="Ratings">
        <Section title="Ratings">
          {summary ? (
            <Histogram
              gameId={game.id}
              summary={summary}
              chosen={filter.rating}
              onChoose={(stars) => change({ rating: filter.rating === stars ? null : stars })}
            />
          ) : (
            <Skeleton className="h-36" />
          )}
          <WriteReview game={game} className="mt-5" />
        </Section>
      </aside>
    </div>
  )
}

function ReviewFilters(props: {
  filter: ReviewFilter
  platforms: readonly { name: string; count: number }[]
  onChange: (changes: Partial<ReviewFilter>) => void
}) {
  const { filter, platforms, onChange } = props
  return (
    <div className="mb-6 flex flex-wrap items-center gap-2">
      <Select
        look="chip"
        aria-label="Order"
        value={filter.sort}
        onChange={(event) => onChange({ sort: event.target.value as ReviewSort })}
        options={REVIEW_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
      />
      {platforms.length > 1 && (
        <Select
          look="chip"
          aria-label="Platform"
          placeholder="All platforms"
          value={filter.platform ?? ''}
          onChange={(event) => onChange({ platform: event.target.value || null })}
          options={platforms.map(({ name, count }) => ({
            value: name,
            label: `${name} (${numberText(count)})`,
          }))}
        />
      )}
      {filter.rating !== null && (
        <FilterChip
          name={`${ratingText(filter.rating)} ${plural(filter.rating, 'star')}`}
          onRemove={() => onChange({ rating: null })}
        >
          <span className="num">{ratingText(filter.rating)} ★</span>
        </FilterChip>
      )}
    </div>
  )
}

/** Renders friends' stars, the most helpful reviews and a link to all of them, for a game's overview. */
export function LatestReviews({ game, onOpen }: { game: ReviewedGame; onOpen: (tab: 'reviews') => void }) {
  const { data: summary } = useQuery(reviewSummaryQuery(game.id))
  const list = useInfiniteQuery(gameReviewsQuery(game.id, MOST_HELPFUL, RECENT_REVIEWS))
  const reviews = reviewsOf(list)
  // The overview omits the section after an error; the tab of reviews shows the error.
  if (list.isError && reviews.length === 0) return null
  const total = summary?.total ?? 0
  return (
    <Section
      title="Reviews"
      action={
        total > 0 && (
          <button type="button" onClick={() => onOpen('reviews')}>
            All {numberText(total)}
            <span className="visually-hidden"> reviews</span>
          </button>
        )
      }
    >
      {summary && <FriendRatings friends={summary.friends} />}
      {list.isPending ? (
        <RowsSkeleton count={RECENT_REVIEWS} />
      ) : reviews.length > 0 ? (
        <ReviewCards reviews={reviews} around="game" label={`Most helpful reviews of ${game.name}`} />
      ) : (
        <p className="prose">{REVIEW_LIST_TEXTS.noneOfGame}</p>
      )}
      <WriteReview game={game} className="mt-3" />
    </Section>
  )
}
