import { REVIEW_AND_COMMENTS } from '../review-lists.texts.ts'
import type { ReviewExtract } from '../reviews.contract.ts'
import { ReviewExcerpt } from './review-excerpt.tsx'

export { cardOfGame } from './card-of-game.ts'
export { ReviewText } from './review-text.tsx'

/** The text of a review inside another item, such as its activity, and the way to the whole review. */
export function EmbeddedReview({ review }: { review: ReviewExtract }) {
  return (
    <div className="review-embedded mt-2">
      {(review.fold || review.review_text) && <ReviewExcerpt review={review} />}
      <a
        href={`/reviews/${review.id}`}
        className="tap mt-1 block w-fit min-h-6 text-13 font-[550] text-text-2 underline-offset-3 hover:text-text hover:underline"
      >
        {REVIEW_AND_COMMENTS}
      </a>
    </div>
  )
}
