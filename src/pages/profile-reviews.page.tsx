import { useLocation } from 'react-router'
import { OwnReviews } from '#features/reviews/web/member-reviews.tsx'
import { memberReviewsQuery, savedReviewsQuery } from '#features/reviews/web/reviews.api.ts'
import type { LoadContext } from '#web/page.ts'
import { OwnProfileFrame } from './own-profile-frame.tsx'
import { loadOwnProfile } from './profile-own.ts'

const isSaved = (search: URLSearchParams) => search.get('show') === 'saved'

export async function load({ client, url }: LoadContext) {
  const profile = await loadOwnProfile(client)
  // The page shows a failure.
  if (isSaved(url.searchParams)) await client.prefetchInfiniteQuery(savedReviewsQuery())
  else if (profile) await client.prefetchInfiniteQuery(memberReviewsQuery(profile.id))
}

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
