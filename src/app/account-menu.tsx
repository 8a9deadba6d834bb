import type { SessionUser } from '#features/accounts/session.contract.ts'
import { UserMenu } from '#features/accounts/web/user-menu.widgets.tsx'
import { allDestinations } from '#web/feature-pages.ts'
import { ownLinks } from './navigation.ts'

export function AccountMenu({ viewer }: { viewer: SessionUser }) {
  return <UserMenu viewer={viewer} links={ownLinks(allDestinations())} />
}
