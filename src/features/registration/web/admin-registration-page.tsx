import { useQuery } from '@tanstack/react-query'
import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ADMIN_REGISTRATION_TEXTS } from '../admin-registration.texts.ts'
import { siteSettingsQuery } from './registration.api.ts'
import { RegistrationForm } from './registration-form.tsx'

export const load = ({ client }: LoadContext) => loadAdminPage(client, client.prefetchQuery(siteSettingsQuery()))

/** Who may create an account, and who sees the site (decisions 0105 and 0106). */
export function Page() {
  const { data, isError, refetch } = useQuery(siteSettingsQuery())
  return (
    <AdminFrame path="/admin/registration" title="Registration" text={ADMIN_REGISTRATION_TEXTS.about}>
      {data && <RegistrationForm found={data} />}
      {isError && !data && <ErrorState text={ADMIN_REGISTRATION_TEXTS.notLoaded} onRetry={() => void refetch()} />}
    </AdminFrame>
  )
}
