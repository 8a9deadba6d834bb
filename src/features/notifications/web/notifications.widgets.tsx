import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { unreadQuery } from './unread.api.ts'

const Bell = lazyHydrated(() => import('./notification-bell.tsx').then((module) => module.NotificationBell))

/**
 * The bell in a member's header, with what is unread; what opens from it comes when it is opened. It comes to life later than
 * the page, so it is told what the page came with: what is known by then may be something else already.
 */
export function NotificationBell() {
  const client = useQueryClient()
  const [atFirst] = useState(() => client.getQueryData(unreadQuery().queryKey) ?? 0)
  return <Bell atFirst={atFirst} />
}
