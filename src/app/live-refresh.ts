import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { refreshTimer } from '#features/library/web/sessions/live-timer.ts'
import { messagesKeys } from '#features/messages/web/unread.api.ts'
import { notificationsKeys } from '#features/notifications/web/unread.api.ts'
import { debounceBatch } from '#web/live/debounce-batch.ts'
import { startLive } from '#web/live/live-stream.ts'
import { listenLive } from '#web/live/subscriptions.ts'

/** Time for the response that sets the cookie of the next session, if another tab has just replaced this one. */
const NEXT_SESSION_MS = 1000

/**
 * Keeps a stream open while a member is signed in, and refetches their notifications, messages, people and timer after
 * events.
 */
export function startLiveRefresh(client: QueryClient, madeAt: number): void {
  const { queryKey } = sessionQuery()
  const refresh = debounceBatch(() => client.invalidateQueries({ queryKey: notificationsKeys.all }))
  listenLive('notifications', () => refresh(null))
  const refreshMessages = debounceBatch(() => client.invalidateQueries({ queryKey: messagesKeys.all }))
  listenLive('messages', () => refreshMessages(null))
  // The relationship of two members also decides whether they may write to one another.
  const refreshPeople = debounceBatch(async () => {
    void client.invalidateQueries({ queryKey: messagesKeys.all })
    const people = await import('#features/friends/web/live-relationships.ts')
    await people.refreshPeople(client)
  })
  listenLive('people', () => refreshPeople(null))
  const refreshTimers = debounceBatch(() => refreshTimer(client))
  listenLive('timer', () => refreshTimers(null))

  let viewerId: string | null = null
  let stop = () => {}
  const follow = () => {
    const id = client.getQueryData(queryKey)?.user?.id ?? null
    if (id === viewerId) return
    stop()
    viewerId = id
    stop = id === null ? () => {} : startLive({ madeAt, onEnd })
  }
  // There may be a new session already; the response shows that.
  const onEnd = () => {
    viewerId = null
    setTimeout(() => void client.invalidateQueries({ queryKey }), NEXT_SESSION_MS)
  }
  follow()
  client.getQueryCache().subscribe(({ query, type }) => {
    if (type === 'updated' && query.queryKey.join() === queryKey.join() && query.state.fetchStatus === 'idle') follow()
  })
}
