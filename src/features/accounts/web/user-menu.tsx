import { memberName } from '#shared/member-name.ts'
import { call } from '#web/call.ts'
import { publish } from '#web/slots.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { openKeys } from '#web/ui/keys-dialog-state.ts'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { SessionUser } from '../session.contract.ts'
import { signOut } from '../session.endpoints.ts'
import { notifyOtherTabs } from './accounts.api.ts'
import { signedOut } from './accounts.slots.ts'

/** See `UserMenu` in accounts.widgets.tsx. */
export function UserMenu({ viewer }: { viewer: SessionUser }) {
  const name = memberName(viewer, viewer.email)
  return (
    <MenuButton
      label={`Account of ${name}`}
      className="rounded-full"
      align="end"
      items={[
        { heading: name },
        { label: 'Profile', icon: 'user', href: '/profile' },
        { label: 'Journal', icon: 'calendar', href: '/journal' },
        { label: 'Settings', icon: 'settings', href: '/settings' },
        ...(viewer.role === 'admin' ? [{ label: 'Admin', icon: 'shield' as const, href: '/admin' }] : []),
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
async function leave(): Promise<void> {
  try {
    await call(signOut, {})
  } catch {
    toast({ title: 'You are still signed in', description: 'Signing out did not work. Please try again.' })
    return
  }
  publish(signedOut)
  notifyOtherTabs()
  window.location.assign('/')
}
