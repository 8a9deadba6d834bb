import { useQuery } from '@tanstack/react-query'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { feedTime } from '#shared/relative-time.ts'
import { Stars } from '#web/ui/rating.tsx'
import { Section } from '#web/ui/section.tsx'
import { useNow } from '#web/use-env.ts'
import type { Review } from '../reviews.contract.ts'
import { cardOfGame } from './card-of-game.ts'
import { ReviewExcerpt } from './review-excerpt.tsx'
import { latestReviewsQuery } from './reviews.api.ts'

/** Renders the latest reviews of everybody in a narrow column, each with the way to its page; nothing without any. */
export function LatestReviews() {
  const { data: reviews = [] } = useQuery(latestReviewsQuery())
  if (reviews.length === 0) return null
  return (
    <Section title="New reviews" more={{ href: '/reviews', label: 'All reviews' }}>
      <ul className="grid grid-cols-1 gap-5" aria-label="New reviews">
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewRow review={review} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ReviewRow({ review }: { review: Review }) {
  const { id, user, rating, game_details: game, created_at } = review
  return (
    <article className="grid grid-cols-[56px_minmax(0,1fr)] items-start gap-3.5" aria-labelledby={`new-review-${id}`}>
      <GamePoster game={cardOfGame(review)} size={56} isSmall className="w-full!" />
      <div className="grid min-w-0 gap-1">
        <h3 id={`new-review-${id}`} className="text-14 leading-snug font-[650] wrap-anywhere">
          <a href={`/reviews/${id}`} className="underline-offset-3 hover:underline">
            <span className="visually-hidden">Review of </span>
            {game.name}
          </a>
        </h3>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-13 text-text-2">
          <Stars value={rating} />
          <span>
            by{' '}
            <MemberLink member={user} className="font-[650] text-text underline-offset-3 hover:underline">
              <bdi className="wrap-anywhere">{memberName(user)}</bdi>
            </MemberLink>
          </span>
          <time dateTime={created_at} className="num text-text-3">
            {feedTime(new Date(created_at), useNow())}
          </time>
        </p>
        <div className="review-words [&_.rich-text]:text-14">
          <ReviewExcerpt review={review} />
        </div>
      </div>
    </article>
  )
}
