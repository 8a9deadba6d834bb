import type { SessionUser } from '#features/accounts/session.contract.ts'
import { UserMenu } from '#features/accounts/web/user-menu.widgets.tsx'
import { YOURS } from './places.ts'

export function AccountMenu({ viewer }: { viewer: SessionUser }) {
  return <UserMenu viewer={viewer} places={YOURS} />
}
