import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.tsx'
import { RewardField } from '#features/badges/web/reward-field.tsx'
import { AdminChallenges } from '#features/challenges/web/admin-challenges.tsx'
import { allChallengesQuery } from '#features/challenges/web/challenges.api.ts'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_PAGES } from './admin.texts.ts'

export const load = ({ client }: LoadContext) =>
  loadAdminPage(client, client.prefetchInfiniteQuery(allChallengesQuery()))

/** Challenges, for admins (G20). */
export function Page() {
  return (
    <AdminFrame path="/admin/challenges" title="Challenges" text={ADMIN_PAGES.challenges}>
      <AdminChallenges RewardField={RewardField} />
    </AdminFrame>
  )
}
