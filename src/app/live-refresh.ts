import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { debounceBatch } from '#web/live/debounce-batch.ts'
import { startLive } from '#web/live/live-stream.ts'
import { listenLive } from '#web/live/subscriptions.ts'
import { contributionsTo } from '#web/slots.tsx'
import { liveRefreshes } from '#web/web.slots.ts'

/** Waits for the response that sets the cookie of the next session, if another tab has just replaced this one. */
const NEXT_SESSION_MS = 1000

/**
 * Keeps the stream of a member open, and that of a visitor while the page shows something live to visitors. Runs the
 * refreshes of the features after events.
 */
export function startLiveRefresh(client: QueryClient, madeAt: number): void {
  const { queryKey } = sessionQuery()
  for (const { channel, refresh } of contributionsTo(liveRefreshes)) {
    const refreshOnce = debounceBatch(() => refresh(client))
    listenLive(channel, () => refreshOnce(null))
  }

  let viewerId: string | null | undefined
  let stop = () => {}
  const follow = () => {
    const id = client.getQueryData(queryKey)?.user?.id ?? null
    if (id === viewerId) return
    stop()
    viewerId = id
    stop = startLive({ isMember: id !== null, madeAt, onEnd })
  }
  // There may already be a new session; the response of the session query shows that.
  const onEnd = () => {
    viewerId = undefined
    setTimeout(() => void client.invalidateQueries({ queryKey }), NEXT_SESSION_MS)
  }
  follow()
  client.getQueryCache().subscribe(({ query, type }) => {
    if (type === 'updated' && query.queryKey.join() === queryKey.join() && query.state.fetchStatus === 'idle') follow()
  })
}
