import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { gather } from '#web/live/gather.ts'
import { startLive } from '#web/live/live-stream.ts'
import { listenLive } from '#web/live/wishes.ts'

/** The keys of the notifications' queries begin so. */
const NOTIFICATIONS = ['notifications']

/** Keeps a stream open while a member is signed in, and asks for the notifications again when there is something about them. */
export function followLive(client: QueryClient, madeAt: number): void {
  const { queryKey } = sessionQuery()
  const refresh = gather(() => client.invalidateQueries({ queryKey: NOTIFICATIONS }))
  listenLive('notifications', () => refresh(null))

  let viewerId: string | null = null
  let stop = () => {}
  const follow = () => {
    const id = client.getQueryData(queryKey)?.user?.id ?? null
    if (id === viewerId) return
    stop()
    viewerId = id
    stop = id === null ? () => {} : startLive({ madeAt, onEnd })
  }
  // Perhaps there is another session already; the answer says so.
  const onEnd = () => {
    viewerId = null
    void client.invalidateQueries({ queryKey })
  }
  follow()
  client.getQueryCache().subscribe(({ query, type }) => {
    if (type === 'updated' && query.queryKey.join() === queryKey.join() && query.state.fetchStatus === 'idle') follow()
  })
}
