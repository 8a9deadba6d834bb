import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { cacheMarks, markOf } from '#features/library/web/library.api.ts'
import { type Copies, readCopies, type Waiting } from './worker/kept.ts'
import { KEPT_CHANNEL } from './worker/kept-channel.ts'

export type Kept = Omit<Copies, 'timer'> & { waiting: readonly Waiting[] }

/**
 * Returns what the device has, and reads it again after each write; undefined while it is being read, null where there is
 * nothing. The page came as a visitor sees it, so the member and the marks of the games are put where the actions look for them.
 */
export function useCopies(): Kept | null | undefined {
  const client = useQueryClient()
  const [kept, setKept] = useState<Kept | null>()
  useEffect(() => {
    let isOpen = true
    const read = async () => {
      const startedAt = performance.now()
      const all = await readCopies().catch(() => null)
      if (!isOpen) return
      const session = client.getQueryData(sessionQuery().queryKey)
      // Those of another member are about to be forgotten.
      const found = session?.user && session.user.id !== all?.user.id ? null : all
      if (found && !session?.user)
        client.setQueryData(sessionQuery().queryKey, { user: found.user, session: null, authenticated: true })
      if (found) cacheMarks(client, Object.fromEntries(found.games.map((row) => [row.game_id, markOf(row)])), startedAt)
      setKept(found)
    }
    void read()
    const channel = new BroadcastChannel(KEPT_CHANNEL)
    channel.onmessage = () => void read()
    return () => {
      isOpen = false
      channel.close()
    }
  }, [client])
  return kept
}
