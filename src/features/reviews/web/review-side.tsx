import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { LibraryPanel } from '#features/game-actions/web/library-panel.widgets.tsx'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Poster } from '#web/ui/poster.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { Section } from '#web/ui/section.tsx'
import { REVIEW_LIST_TEXTS } from '../review-lists.texts.ts'
import { moreBy } from '../review-page.texts.ts'
import type { Review } from '../reviews.contract.ts'
import { isGameMissing } from '../reviews.rules.ts'
import { cardOfGame } from './card-of-game.ts'
import { reviewsOf } from './review-list.tsx'
import { MORE_BY_AUTHOR, memberReviewsQuery, reviewSummaryQuery } from './reviews.api.ts'

/** Friends beside a review; the page of the game shows all of them. */
const PEOPLE = 5

/** Renders what stands beside a review: the viewer's entry of its game, people the viewer knows, and more by its author. */
export function ReviewSide({ review }: { review: Review }) {
  return (
    // As high as the text, so that what sticks stays above the reviews below.
    <aside className="min-w-0 self-stretch" aria-label={REVIEW_LIST_TEXTS.beside}>
      <div className="side:sticky side:top-20">
        {!isGameMissing(review.game_details) && <LibraryPanel game={cardOfGame(review)} />}
        <PeopleYouKnow review={review} />
        <MoreByAuthor review={review} />
      </div>
    </aside>
  )
}

function PeopleYouKnow({ review }: { review: Review }) {
  const { data: summary } = useQuery(reviewSummaryQuery(review.game_id))
  const people = summary?.friends.filter(({ user }) => user.id !== review.user.id).slice(0, PEOPLE) ?? []
  if (people.length === 0) return null
  return (
    <Section title={REVIEW_LIST_TEXTS.friends}>
      <ul className="grid gap-1" aria-label={REVIEW_LIST_TEXTS.friendRatings}>
        {people.map(({ user, rating, review_id }) => (
          <li key={user.id} className="flex min-h-11 items-center gap-3">
            <MemberLink member={user} isRepeated>
              <Avatar id={user.id} name={memberName(user)} src={user.avatar_url} size={36} />
            </MemberLink>
            {review_id ? (
              <a href={`/reviews/${review_id}`} className={NAME}>
                {memberName(user)}
                <span className="visually-hidden">’s review</span>
              </a>
            ) : (
              <MemberLink member={user} className={NAME}>
                {memberName(user)}
              </MemberLink>
            )}
            <Stars value={rating} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const NAME = 'min-w-0 flex-1 truncate py-1 text-14 font-[650] underline-offset-3 hover:underline'

/** Renders covers of other reviews by the author, which lead to them. */
function MoreByAuthor({ review }: { review: Review }) {
  const { user } = review
  const more = reviewsOf(useInfiniteQuery(memberReviewsQuery(user.id, null, MORE_BY_AUTHOR + 1)))
    .filter(({ id }) => id !== review.id)
    .slice(0, MORE_BY_AUTHOR)
  if (more.length === 0) return null
  const title = moreBy(memberName(user))
  return (
    <Section title={title} more={{ href: `/profile/${user.id}?tab=reviews`, label: 'All' }}>
      <ul className="grid grid-cols-3 gap-3 max-side:grid-cols-[repeat(3,minmax(0,104px))]" aria-label={title}>
        {more.map((other) => (
          <li key={other.id} className="grid gap-1.5">
            <Poster game={posterGame(cardOfGame(other))} href={`/reviews/${other.id}`} />
            <Stars value={other.rating} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
