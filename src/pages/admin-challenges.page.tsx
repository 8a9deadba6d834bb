import { AdminFrame } from '#features/admin/web/admin-frame.tsx'
import { AdminChallenges } from '#features/challenges/web/admin-challenges.tsx'
import { allChallengesQuery } from '#features/challenges/web/challenges.api.ts'
import type { LoadContext } from '#web/page.ts'

export async function load({ client }: LoadContext) {
  // A failure is shown in the page.
  await client.prefetchInfiniteQuery(allChallengesQuery())
}

/** Challenges, for admins (G20). */
export function Page() {
  return (
    <AdminFrame
      path="/admin/challenges"
      title="Challenges"
      text="What members can play towards. Progress is worked out from their libraries."
    >
      <AdminChallenges />
    </AdminFrame>
  )
}
