import { useQuery } from '@tanstack/react-query'
import { Icon } from '#web/ui/icon.tsx'
import { useIsHydrated } from '#web/use-env.ts'
import { messagesLabel, unreadBadge } from '../messages.rules.ts'
import { unreadMessagesQuery } from './unread.api.ts'

/** Implements `MessagesLink` of messages.widgets.tsx. */
export function MessagesLink({ atFirst }: { atFirst: number }) {
  const { data = atFirst } = useQuery(unreadMessagesQuery())
  const unread = useIsHydrated() ? data : atFirst
  const name = messagesLabel(unread)
  return (
    <a className="icon-btn bell" href="/messages" aria-label={name} data-tip={name}>
      <span className="bell-face">
        <Icon name="mail" size={20} />
        {unread > 0 && <span className="dot" />}
      </span>
      {unread > 0 && <span className="bell-count num">{unreadBadge(unread)}</span>}
    </a>
  )
}
