import { useLocation } from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { AllReviews, loadAllReviews, reviewOrderOf } from '#features/reviews/web/all-reviews.tsx'
import type { LoadContext } from '#web/page.ts'

export async function load({ client, url }: LoadContext) {
  const { user } = await client.ensureQueryData(sessionQuery())
  await loadAllReviews(client, reviewOrderOf(url.searchParams, user !== null))
}

/** The public reviews of everybody. */
export function Page() {
  const viewer = useViewer()
  return <AllReviews show={reviewOrderOf(new URLSearchParams(useLocation().search), viewer !== null)} />
}

/** Its parts have skeletons. */
export { Page as Skeleton }
