import { useInfiniteQuery } from '@tanstack/react-query'
import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { ADMIN_REGISTRATION_TEXTS as TEXTS } from '../admin-registration.texts.ts'
import { InvitationRow } from './invitation-row.tsx'
import { NewInvitation } from './new-invitation.tsx'
import { invitationsQuery } from './registration.api.ts'

export const load = ({ client }: LoadContext) => loadAdminPage(client, client.prefetchInfiniteQuery(invitationsQuery()))

/** All invitations, and who came by each. */
export function Page() {
  const list = useInfiniteQuery(invitationsQuery())
  const invitations = list.data?.pages.flatMap((page) => page.invitations) ?? []
  return (
    <AdminFrame path="/admin/invitations" title="Invitations" text={TEXTS.invitations}>
      <div className="flex">
        <NewInvitation left={null} />
      </div>
      <PagedList
        list={list}
        isEmpty={invitations.length === 0}
        failed={TEXTS.invitationsNotLoaded}
        empty={<EmptyState level={2} title={TEXTS.noInvitations} text={TEXTS.noInvitationsText} />}
      >
        <ul className="grid max-w-[720px]" aria-label="Invitations">
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} isByShown />
          ))}
        </ul>
      </PagedList>
    </AdminFrame>
  )
}
