import { useLocation } from 'react-router'
import { OwnProfileFrame } from '#features/profile-pages/web/own-profile-frame.tsx'
import { loadOwnProfile } from '#features/profiles/web/own-profile.api.ts'
import { OwnReviews } from '#features/reviews/web/member-reviews.widgets.tsx'
import { memberReviewsQuery, savedReviewsQuery } from '#features/reviews/web/reviews.api.ts'
import type { LoadContext } from '#web/page.ts'

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

/** Its parts have skeletons. */
export { Page as Skeleton }
