import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { later } from '#web/later.tsx'
import { unreadMessagesQuery } from './unread.api.ts'

const Link = later(() => import('./messages-link.tsx').then((module) => module.MessagesLink))

/**
 * Renders the link to the messages in a member's header with the number of unread ones (G07); at first with the number
 * that the page was rendered with.
 */
export function MessagesLink() {
  const client = useQueryClient()
  const [atFirst] = useState(() => client.getQueryData(unreadMessagesQuery().queryKey) ?? 0)
  return <Link atFirst={atFirst} />
}
