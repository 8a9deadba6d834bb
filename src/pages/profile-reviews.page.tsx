import { useLocation } from 'react-router'
import { OwnReviews } from '#features/reviews/web/member-reviews.tsx'
import { memberReviewsQuery, savedReviewsQuery } from '#features/reviews/web/reviews.api.ts'
import type { LoadContext } from '#web/page.ts'
import { OwnProfileFrame } from './own-profile-frame.tsx'
import { loadOwnProfile } from './profile-own.ts'

const isSaved = (search: URLSearchParams) => search.get('show') === 'saved'

export const load = ({ client, url }: LoadContext) =>
  loadOwnProfile(client, (id) =>
    isSaved(url.searchParams)
      ? client.prefetchInfiniteQuery(savedReviewsQuery())
      : client.prefetchInfiniteQuery(memberReviewsQuery(id)),
  )

/** The viewer's own reviews and saved reviews (G28). */
export function Page() {
  const search = new URLSearchParams(useLocation().search)
  return (
    <OwnProfileFrame tab="reviews">
      {(profile) => (
        <>
          <h2 className="visually-hidden">Reviews</h2>
          <OwnReviews userId={profile.id} isSaved={isSaved(search)} />
        </>
      )}
    </OwnProfileFrame>
  )
}

export const hasSkeletons = 'on arrival'
export { isOwnProfileKnown as isKnown } from './profile-own.ts'
