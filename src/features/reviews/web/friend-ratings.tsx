import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { REVIEW_LIST_TEXTS } from '../review-lists.texts.ts'
import type { ReviewSummary } from '../reviews.contract.ts'

/** Renders the stars of friends and followed members. A name links to the review, or to the profile without one. */
export function FriendRatings({ friends }: { friends: ReviewSummary['friends'] }) {
  if (friends.length === 0) return null
  const name = 'block truncate text-13 font-[650] leading-5 underline-offset-3 hover:underline'
  return (
    <>
      <p className="fact mb-2.5" aria-hidden="true">
        {REVIEW_LIST_TEXTS.friends}
      </p>
      <ul
        // With `relative`, visually hidden texts scroll with the list.
        className="relative -mx-(--gutter) mb-6 flex gap-x-6 gap-y-4 overflow-x-auto px-(--gutter) [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
        aria-label={REVIEW_LIST_TEXTS.friendRatings}
      >
        {friends.map(({ user, rating, review_id }) => (
          <li key={user.id} className="flex max-w-44 flex-none items-center gap-2.5">
            <MemberLink member={user} isRepeated>
              <Avatar id={user.id} name={memberName(user)} src={user.avatar_url} size={40} />
            </MemberLink>
            <div className="min-w-0">
              {review_id ? (
                <a href={`/reviews/${review_id}`} className={name}>
                  {memberName(user)}
                  <span className="visually-hidden">’s review</span>
                </a>
              ) : (
                <MemberLink member={user} className={name}>
                  {memberName(user)}
                </MemberLink>
              )}
              <Stars value={rating} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
