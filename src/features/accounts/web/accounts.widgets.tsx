import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, forgetCsrfToken } from '#web/call.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { type SessionUser, signOut } from '../session.contract.ts'
import { accountsKeys, dropForeignQueries, SESSION_CHANNEL, sessionQuery } from './accounts.api.ts'

/** Who is signed in, null for a visitor; known from the first rendering on. */
export function useViewer(): SessionUser | null {
  return useQuery(sessionQuery()).data?.user ?? null
}

/** The avatar in the header, with what belongs to the account behind it (G07). */
export function UserMenu({ viewer }: { viewer: SessionUser }) {
  const name = viewer.display_name ?? viewer.username ?? viewer.email
  return (
    <MenuButton
      label={`Account of ${name}`}
      className="rounded-full"
      align="end"
      items={[
        { heading: name },
        { label: 'Profile', icon: 'user', href: '/profile/games' },
        'separator',
        { label: 'Sign out', icon: 'out', onSelect: () => void leave() },
      ]}
    >
      <Avatar id={viewer.id} name={name} src={viewer.avatar_url} size={36} />
    </MenuButton>
  )
}

/** Ends the session and begins with an empty page: nothing of the member is left in memory or behind "Back" (R-SESS-02). */
async function leave(): Promise<void> {
  try {
    await call(signOut, {})
  } catch {
    toast({ title: 'You are still signed in', description: 'Signing out did not work. Please try again.' })
    return
  }
  const channel = new BroadcastChannel(SESSION_CHANNEL)
  channel.postMessage('changed')
  channel.close()
  window.location.assign('/')
}

/** Follows a sign-in or sign-out in another tab without reloading the page, so that no form is lost (R-SESS-10, C36). */
export function SessionSync() {
  const client = useQueryClient()
  const viewerId = useViewer()?.id ?? null
  const lastId = useRef(viewerId)

  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL)
    channel.onmessage = () => {
      forgetCsrfToken()
      void client.invalidateQueries({ queryKey: accountsKeys.session })
    }
    return () => channel.close()
  }, [client])

  // After the page has turned to the new viewer: what only the old one may ask for is no longer asked for.
  useEffect(() => {
    if (lastId.current === viewerId) return
    lastId.current = viewerId
    dropForeignQueries(client)
  }, [client, viewerId])
  return null
}
