import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { unreadMessagesQuery } from './unread.api.ts'

const Link = lazyHydrated(() => import('./messages-link.tsx'), 'MessagesLink')

/**
 * Renders the link to the messages in a member's header with the number of unread ones (G07); at first with the number
 * from the rendering of the page.
 */
export function MessagesLink() {
  const client = useQueryClient()
  const [atFirst] = useState(() => client.getQueryData(unreadMessagesQuery().queryKey) ?? 0)
  return <Link atFirst={atFirst} />
}
