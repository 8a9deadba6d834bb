import { useInfiniteQuery } from '@tanstack/react-query'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { UserId } from '#shared/ids.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PosterList, PosterRow } from '#web/ui/poster-list.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { Section } from '#web/ui/section.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { REVIEW_LIST_TEXTS } from '../review-lists.texts.ts'
import { cardOfGame } from './card-of-game.ts'
import { ReviewCards, ReviewList, reviewsOf } from './review-list.tsx'
import { memberReviewsQuery, RECENT_REVIEWS, savedReviewsQuery } from './reviews.api.ts'

/** Renders the reviews of another member. */
export function MemberReviews(props: { userId: UserId; name: string; as: ViewAs | null }) {
  return (
    <ReviewList
      list={useInfiniteQuery(memberReviewsQuery(props.userId, props.as))}
      around="member"
      label={`Reviews by ${props.name}`}
      isBroad
      empty={<EmptyState title="No reviews yet" text={REVIEW_LIST_TEXTS.noneBy(props.name)} />}
    />
  )
}

/** Renders the viewer's own reviews, or the saved ones. */
export function OwnReviews({ userId, isSaved }: { userId: UserId; isSaved: boolean }) {
  return (
    <>
      <Tabs
        label="Which reviews"
        items={[
          { href: '/profile/reviews', label: 'All', current: !isSaved },
          { href: '/profile/reviews?show=saved', label: 'Saved', current: isSaved },
        ]}
        className="mb-6"
      />
      {isSaved ? <Saved /> : <Own userId={userId} />}
    </>
  )
}

function Own({ userId }: { userId: UserId }) {
  return (
    <ReviewList
      list={useInfiniteQuery(memberReviewsQuery(userId))}
      around="member"
      label="Your reviews"
      isBroad
      empty={
        <EmptyState
          title="Nothing written yet"
          text={REVIEW_LIST_TEXTS.noneOfMember}
          link={{ href: '/profile/games', label: 'Your games' }}
        />
      }
    />
  )
}

function Saved() {
  return (
    <ReviewList
      list={useInfiniteQuery(savedReviewsQuery())}
      around="any"
      label="Saved reviews"
      isBroad
      empty={<EmptyState title="Nothing saved yet" text={REVIEW_LIST_TEXTS.noneSaved} />}
    />
  )
}

/** Renders the latest reviews of a member in an overview (G04), or nothing if there are none. */
export function RecentReviews(props: { userId: UserId; as?: ViewAs | null; href: string; className?: string }) {
  const list = useInfiniteQuery(memberReviewsQuery(props.userId, props.as ?? null, RECENT_REVIEWS))
  const reviews = reviewsOf(list)
  if (reviews.length === 0) return null
  return (
    <Section
      title="Reviews"
      more={{ href: props.href, label: 'All reviews' }}
      {...(props.className && { className: props.className })}
    >
      <ReviewCards reviews={reviews} around="member" label="Reviews" />
    </Section>
  )
}

/** Renders the viewer's latest reviews beside the feed, or nothing if there are none. Only the browser loads them. */
export function HomeReviews({ userId, className }: { userId: UserId; className?: string }) {
  const reviews = reviewsOf(useInfiniteQuery(memberReviewsQuery(userId, null, RECENT_REVIEWS)))
  if (reviews.length === 0) return null
  return (
    <Section title="Your reviews" more={{ href: '/profile/reviews', label: 'All' }} {...(className && { className })}>
      <PosterList label="Your reviews">
        {reviews.map((review) => (
          <PosterRow
            key={review.id}
            game={posterGame(cardOfGame(review))}
            href={`/reviews/${review.id}`}
            facts={<Stars value={review.rating} />}
          />
        ))}
      </PosterList>
    </Section>
  )
}
