import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { DiscussionFoot, useLiveDiscussions } from '#features/discussions/web/discussions.widgets.tsx'
import { loadMarks } from '#features/library/web/library.api.ts'
import type { GameId, ReviewId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { Section } from '#web/ui/section.tsx'
import { useNow } from '#web/use-env.ts'
import type { Review } from '../reviews.contract.ts'
import { REVIEW } from '../reviews.subject.ts'
import { ReviewActions } from './review-actions.tsx'
import { FullReview } from './review-card.tsx'
import { reviewsOf } from './review-list.tsx'
import {
  gameReviewsQuery,
  MOST_HELPFUL,
  OTHER_REVIEWS,
  reviewDiscussionQuery,
  reviewDiscussionTarget,
  reviewQuery,
} from './reviews.api.ts'

/** Loads the data of a review's page. Throws CallError 404 if the reader may not see the review. */
export async function loadReview(client: QueryClient, reviewId: ReviewId): Promise<void> {
  const discussion = client.prefetchQuery(reviewDiscussionQuery(reviewId))
  const { game_id } = await client.ensureQueryData({ ...reviewQuery(reviewId), revalidateIfStale: true })
  await Promise.all([
    discussion,
    client.prefetchInfiniteQuery(gameReviewsQuery(game_id, MOST_HELPFUL, OTHER_REVIEWS)),
    loadMarks(client, [game_id]),
  ])
}

/** Renders the whole review with its comments, and other reviews of the game. */
export function ReviewScreen({ review }: { review: Review }) {
  const now = useNow()
  const client = useQueryClient()
  const target = useMemo(() => reviewDiscussionTarget(client), [client])
  const { data: discussion } = useQuery(reviewDiscussionQuery(review.id))
  const list = useRef<HTMLDivElement>(null)
  const items = useMemo(() => [[review.id]], [review.id])
  useLiveDiscussions({ list, kind: REVIEW, items, targetOf: reviewDiscussionTarget, isOn: true })
  return (
    <>
      <div ref={list} className="max-w-160">
        <FullReview review={review} now={now}>
          <div id="comments" className="scroll-mt-20">
            {discussion ? (
              <DiscussionFoot kind={REVIEW} items={[discussion]} target={target} variant="inline" now={now}>
                <ReviewActions review={review} />
              </DiscussionFoot>
            ) : (
              <div className="review-acts" role="group" aria-label="Actions">
                <ReviewActions review={review} />
              </div>
            )}
          </div>
        </FullReview>
      </div>
      <OtherReviews gameId={review.game_id} than={review.id} name={review.game_details.name} />
    </>
  )
}

/** Renders a row of other reviews of the game, with avatars, names and stars. */
function OtherReviews({ gameId, than, name }: { gameId: GameId; than: ReviewId; name: string }) {
  const others = reviewsOf(useInfiniteQuery(gameReviewsQuery(gameId, MOST_HELPFUL, OTHER_REVIEWS))).filter(
    ({ id }) => id !== than,
  )
  if (others.length === 0) return null
  return (
    <Section title="Other reviews" more={{ href: `/game/${gameId}#reviews`, label: `All of ${name}` }}>
      <ul className="-mx-(--gutter) flex gap-x-8 gap-y-5 overflow-x-auto px-(--gutter) [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0">
        {others.map(({ id, user, rating }) => (
          <li key={id} className="max-w-52 flex-none">
            <a href={`/reviews/${id}`} className="group flex min-h-11 items-center gap-2.5">
              <Avatar id={user.id} name={memberName(user)} src={user.avatar_url} size={40} />
              <span className="min-w-0">
                <span className="block truncate text-13 font-[650] leading-5 underline-offset-3 group-hover:underline">
                  {memberName(user)}
                </span>
                <Stars value={rating} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
