import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { DiscussionFoot, useLiveDiscussions } from '#features/discussions/web/discussions.widgets.tsx'
import { entryQuery, loadMarks } from '#features/library/web/library.api.ts'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import type { GameId, ReviewId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { oneLineOf } from '#shared/plain-text.ts'
import { shorten } from '#web/head.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { Section } from '#web/ui/section.tsx'
import { useNow } from '#web/use-env.ts'
import { SPOILING } from '../review-page.texts.ts'
import type { Review } from '../reviews.contract.ts'
import { LONG_REVIEW } from '../reviews.rules.ts'
import { REVIEW } from '../reviews.subject.ts'
import { ReviewActions } from './review-actions.tsx'
import { FullReview } from './review-card.tsx'
import { reviewsOf } from './review-list.tsx'
import { ReviewSide } from './review-side.tsx'
import {
  gameReviewsQuery,
  MORE_BY_AUTHOR,
  MOST_HELPFUL,
  memberReviewsQuery,
  OTHER_REVIEWS,
  reviewDiscussionQuery,
  reviewDiscussionTarget,
  reviewQuery,
  reviewSummaryQuery,
} from './reviews.api.ts'

/** Loads the data of a review's page. Throws CallError 404 if the reader may not see the review. */
export async function loadReview(client: QueryClient, reviewId: ReviewId): Promise<void> {
  const discussion = client.prefetchQuery(reviewDiscussionQuery(reviewId))
  const [{ game_id, user }, viewer] = await Promise.all([
    client.ensureQueryData({ ...reviewQuery(reviewId), revalidateIfStale: true }),
    client.ensureQueryData(sessionQuery()),
  ])
  await Promise.all([
    discussion,
    client.prefetchQuery(reviewSummaryQuery(game_id)),
    // The profile of the author may be closed to the viewer.
    client.prefetchInfiniteQuery(memberReviewsQuery(user.id, null, MORE_BY_AUTHOR + 1)),
    viewer.user && client.prefetchQuery(entryQuery(game_id)),
    client.prefetchInfiniteQuery(gameReviewsQuery(game_id, MOST_HELPFUL, OTHER_REVIEWS)),
    loadMarks(client, [game_id]),
  ])
}

/** Renders the whole review with its comments, what stands beside it, and other reviews of the game. */
export function ReviewScreen({ review }: { review: Review }) {
  const now = useNow()
  const client = useQueryClient()
  const target = useMemo(() => reviewDiscussionTarget(client), [client])
  const { data: discussion } = useQuery(reviewDiscussionQuery(review.id))
  const list = useRef<HTMLDivElement>(null)
  const items = useMemo(() => [[review.id]], [review.id])
  useLiveDiscussions({ list, kind: REVIEW, items, targetOf: reviewDiscussionTarget, isOn: true })
  return (
    <div className="cols">
      <div ref={list} className="min-w-0">
        <FullReview review={review} now={now}>
          <div id="comments" className="scroll-mt-20">
            {discussion ? (
              <DiscussionFoot kind={REVIEW} items={[discussion]} target={target} variant="thread">
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
      <ReviewSide review={review} />
      <OtherReviews gameId={review.game_id} than={review.id} name={review.game_details.name} />
    </div>
  )
}

/** Renders a row of other reviews of the game as short cards. */
function OtherReviews({ gameId, than, name }: { gameId: GameId; than: ReviewId; name: string }) {
  const others = reviewsOf(useInfiniteQuery(gameReviewsQuery(gameId, MOST_HELPFUL, OTHER_REVIEWS)))
    .filter(({ id }) => id !== than)
    .slice(0, OTHER_REVIEWS - 1)
  if (others.length === 0) return null
  return (
    <Section
      title="Other reviews"
      className="mt-0! side:col-span-2"
      more={{ href: `/game/${gameId}#reviews`, label: `All of ${name}` }}
    >
      <ul className="bleed flex gap-4 side:grid side:grid-cols-3 side:gap-6" aria-label="Other reviews">
        {others.map((review) => (
          <li key={review.id} className="w-70 flex-none side:w-auto">
            <ShortReview review={review} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Renders the beginning of a review, which leads to the whole. */
function ShortReview({ review }: { review: Review }) {
  const { id, user, rating, fold, review_text } = review
  return (
    <article className="grid h-full content-start gap-2.5 border-t border-line pt-4" aria-labelledby={`short-${id}`}>
      <div className="flex items-center gap-2.5">
        <MemberLink member={user} isRepeated>
          <Avatar id={user.id} name={memberName(user)} src={user.avatar_url} size={36} />
        </MemberLink>
        <h3 id={`short-${id}`} className="min-w-0 text-13 leading-5">
          <a href={`/reviews/${id}`} className="block truncate font-[650] underline-offset-3 hover:underline">
            {memberName(user)}
            <span className="visually-hidden">’s review</span>
          </a>
          <Stars value={rating} />
        </h3>
      </div>
      <p className="line-clamp-3 text-14 leading-relaxed wrap-anywhere text-text-2" dir="auto">
        {fold ? SPOILING : shorten(oneLineOf(review_text), LONG_REVIEW)}
      </p>
    </article>
  )
}
