import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { pinningStore } from '#web/pinning.ts'
import type { Pin } from '../pins.contract.ts'
import { pinsKey } from './pins-key.ts'

const loadActions = () => import('./pin-actions.ts')

/** Provides pinning to every menu. The pins and the code are loaded when a menu is about to open. */
export function PinningSync() {
  const client = useQueryClient()
  const viewerId = useViewer()?.id ?? null
  const { data: pins } = useQuery<readonly Pin[]>({ queryKey: pinsKey(viewerId), queryFn: skipToken })
  useEffect(() => {
    if (viewerId === null) return
    pinningStore.set({
      isPinned: (of) => pins?.some((pin) => pin.item_id === of || pin.entry?.game.id === of),
      // Without a network the entry stays disabled.
      prepare: () =>
        void loadActions()
          .then((actions) => actions.readPins(client, viewerId))
          .catch(() => {}),
      change: (thing, isPinned) =>
        void loadActions().then((actions) => actions.changePin(client, viewerId, thing, isPinned)),
    })
    return () => pinningStore.set(null)
  }, [client, viewerId, pins])
  return null
}
