import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { profileKeys } from '#features/profiles/web/profile-keys.api.ts'
import type { UserId } from '#shared/ids.ts'
import { debounceBatch } from '#web/live/debounce-batch.ts'
import { listenLive } from '#web/live/subscriptions.ts'

/** Limits how often the profile is read: it may change often, and reading has a budget. */
const PACE = { waitMs: 300, mostMs: 2_000 }

/** Updates the counts of a profile on screen live. */
export function useLiveProfile(id: UserId): void {
  const client = useQueryClient()
  useEffect(() => {
    const refresh = debounceBatch(() => client.invalidateQueries({ queryKey: profileKeys.one(id).slice(0, 3) }), PACE)
    return listenLive(`profile:${id}`, () => refresh(null))
  }, [client, id])
}
