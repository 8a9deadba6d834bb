import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { Backdrop } from '#features/game-pages/web/backdrop.tsx'
import { sizeOfTitle } from '#features/game-pages/web/game-hero-grid.ts'
import { spoilingReviewText } from '#features/reviews/review-page.texts.ts'
import type { Review } from '#features/reviews/reviews.contract.ts'
import { isGameMissing, LONG_REVIEW } from '#features/reviews/reviews.rules.ts'
import { REVIEW_NOT_FOUND, reviewTitle } from '#features/reviews/reviews.texts.ts'
import { cardOfGame } from '#features/reviews/web/card-of-game.ts'
import { loadReview, ReviewScreen } from '#features/reviews/web/review-page.tsx'
import { reviewQuery } from '#features/reviews/web/reviews.api.ts'
import type { ReviewId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { oneLineOf } from '#shared/plain-text.ts'
import { starsText } from '#shared/sentences.ts'
import { CallError } from '#web/call.ts'
import { Head, shorten } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { cx } from '#web/ui/class-names.ts'
import { ratingText } from '#web/ui/rating.tsx'

const idOf = (params: Record<string, string | undefined>) => (params.reviewId ?? '').toLowerCase() as ReviewId

export async function load({ client, params }: LoadContext) {
  try {
    await loadReview(client, idOf(params))
  } catch (error) {
    // An address without a valid id is not a review either (G29).
    if (error instanceof CallError && error.status === 400) throw new Response(REVIEW_NOT_FOUND, { status: 404 })
    throw error
  }
}

/** The page of a review with its comments, whose address members share (R-REV-27, G29). */
export function Page() {
  const { data: review } = useSuspenseQuery(reviewQuery(idOf(useParams())))
  const { game_details: game } = review
  const name = memberName(review.user)
  return (
    <div className="[--page:996px]">
      <Head
        title={reviewTitle(name, game.name)}
        description={previewOf(review)}
        path={`/reviews/${review.id}`}
        type="article"
        isIndexed={review.is_public && !review.isHidden}
        {...(game.cover_url?.startsWith('/') && { image: game.cover_url })}
      />
      <GameBand review={review} />
      <div className="page pb-12">
        <ReviewScreen key={review.id} review={review} />
      </div>
    </div>
  )
}

/** Returns the text of a link preview, which does not contain a folded text. */
function previewOf({ fold, rating, review_text }: Review): string {
  if (fold) return spoilingReviewText(starsText(ratingText(rating)))
  return shorten(oneLineOf(review_text), LONG_REVIEW)
}

/** Renders the game over its blurred cover, half as high as on its own page. */
function GameBand({ review }: { review: Review }) {
  const card = cardOfGame(review)
  const { name } = review.game_details
  const isMissing = isGameMissing(review.game_details)
  return (
    <div className="relative mb-6 overflow-hidden md:mb-8">
      <Backdrop game={posterGame(card)} />
      <div className="page relative flex items-end gap-4 pt-6 pb-4 md:gap-7 md:pt-14 md:pb-6">
        {!isMissing && <GamePoster game={card} size={84} eager className="flex-none" />}
        <div className="min-w-0">
          <p className="fact mb-2 flex flex-wrap gap-x-3.5 gap-y-1 text-text-2">
            {card.year !== null && <span className="num">{card.year}</span>}
            {!isMissing && card.developer && <span>{card.developer}</span>}
          </p>
          <h1 className={cx('game-title', sizeOfTitle(name))}>
            {isMissing ? (
              name
            ) : (
              <a href={`/game/${card.id}`} className="decoration-2 underline-offset-6 hover:underline">
                {name}
              </a>
            )}
          </h1>
        </div>
      </div>
    </div>
  )
}
