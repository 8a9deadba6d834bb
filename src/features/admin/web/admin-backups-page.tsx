import type { LoadContext } from '#web/page.ts'
import { BACKUPS_TEXTS } from '../admin-backups.texts.ts'
import { backupsQuery, loadAdminPage } from './admin.api.ts'
import { AdminBackups } from './admin-backups.tsx'
import { AdminFrame } from './admin-frame.widgets.tsx'

export const load = ({ client }: LoadContext) => loadAdminPage(client, client.prefetchQuery(backupsQuery()))

/** The backups of the site, for admins. */
export function Page() {
  return (
    <AdminFrame path="/admin/backups" title="Backups" text={BACKUPS_TEXTS.about}>
      <AdminBackups />
    </AdminFrame>
  )
}
