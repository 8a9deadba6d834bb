import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { unreadMessagesQuery } from './unread.api.ts'

const Link = lazyHydrated(() => import('./messages-link.tsx').then((module) => module.MessagesLink))

/** The way to the messages in a member's header, with how many are unread (G07); as the page came with it at first. */
export function MessagesLink() {
  const client = useQueryClient()
  const [atFirst] = useState(() => client.getQueryData(unreadMessagesQuery().queryKey) ?? 0)
  return <Link atFirst={atFirst} />
}
