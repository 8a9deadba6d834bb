import { memberName } from '#shared/member-name.ts'
import { call } from '#web/call.ts'
import { publish } from '#web/slots.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { openKeys } from '#web/ui/keys-dialog-state.ts'
import { MenuButton } from '#web/ui/menu-button.tsx'
import type { MenuItem } from '#web/ui/menu-entries.ts'
import { toast } from '#web/ui/toasts.ts'
import type { SessionUser } from '../session.contract.ts'
import { signOut } from '../session.endpoints.ts'
import { SIGN_OUT_ANYWAY, SIGN_OUT_FAILED } from '../user-menu.texts.ts'
import { notifyOtherTabs } from './accounts.api.ts'
import { beforeSignOut, signedOut } from './accounts.slots.ts'

/** The avatar in the header with the account menu (G07). `links` are the member's own pages. */
export function UserMenu({ viewer, links }: { viewer: SessionUser; links: readonly MenuItem[] }) {
  const name = memberName(viewer, viewer.email)
  return (
    <MenuButton
      label={`Account of ${name}`}
      className="tap rounded-full"
      align="end"
      items={[
        { heading: name },
        ...links,
        'separator',
        ...(viewer.role !== 'user' ? [{ label: 'Admin', icon: 'shield' as const, href: '/admin' }] : []),
        { label: 'Keyboard shortcuts', icon: 'keyboard', onSelect: openKeys },
        'separator',
        { label: 'Sign out', icon: 'out', onSelect: () => void leave() },
      ]}
    >
      <Avatar id={viewer.id} name={name} src={viewer.avatar_url} size={36} />
    </MenuButton>
  )
}

/**
 * Ends the session and loads an empty page, so that no data of the member stays in memory or behind "Back" (R-SESS-02).
 */
async function leave(isSure = false): Promise<void> {
  const lost = isSure ? [] : await Promise.all(publish(beforeSignOut))
  const why = lost.find((each) => each !== null)
  if (why) return toast({ title: why, action: { label: SIGN_OUT_ANYWAY, onClick: () => void leave(true) } })
  let url = '/'
  try {
    url = (await call(signOut, {})).url ?? url
  } catch {
    toast({ title: SIGN_OUT_FAILED.title, description: SIGN_OUT_FAILED.text })
    return
  }
  publish(signedOut)
  notifyOtherTabs()
  window.location.assign(url)
}
