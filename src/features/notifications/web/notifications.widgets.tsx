import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { unreadQuery } from './unread.api.ts'

const Bell = lazyHydrated(() => import('./notification-bell.tsx'), 'NotificationBell')

/**
 * Shows the bell in a member's header, with the unread count; its panel loads when it opens. The bell hydrates later
 * than the page, so it stores the count from the page: the cache may have changed by then.
 */
export function NotificationBell() {
  const client = useQueryClient()
  const [atFirst] = useState(() => client.getQueryData(unreadQuery().queryKey) ?? 0)
  return <Bell atFirst={atFirst} />
}
