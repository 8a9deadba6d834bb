import { useQuery } from '@tanstack/react-query'
import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { HOLD_RULES_TEXTS as TEXTS } from '../admin-moderation.texts.ts'
import { HoldRulesForm } from './hold-rules-form.tsx'
import { holdRulesQuery } from './moderation.api.ts'

export const load = ({ client }: LoadContext) => loadAdminPage(client, client.prefetchQuery(holdRulesQuery()))

/** The rules by which texts wait for a moderator. */
export function Page() {
  const { data, isError, refetch } = useQuery(holdRulesQuery())
  return (
    <AdminFrame path="/admin/hold-rules" title="Waiting rules" text={TEXTS.about}>
      {data && <HoldRulesForm found={data} />}
      {isError && !data && <ErrorState text={TEXTS.notLoaded} onRetry={() => void refetch()} />}
    </AdminFrame>
  )
}
