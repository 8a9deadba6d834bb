import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { type Pinning, PinSeam } from '#web/pin-seam.ts'
import type { Pin } from '../pins.contract.ts'
import { pinsKey } from './pins-key.ts'

const loadActions = () => import('./pin-actions.ts')

/** Provides pinning to every menu. The pins and the code are loaded when a menu is about to open. */
export function PinningProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const viewerId = useViewer()?.id ?? null
  const { data: pins } = useQuery<readonly Pin[]>({ queryKey: pinsKey(viewerId), enabled: false })
  const pinning = useMemo<Pinning | null>(() => {
    if (viewerId === null) return null
    return {
      isPinned: (of) => pins?.some((pin) => pin.item_id === of || pin.entry?.game.id === of),
      // Without a network the entry stays disabled.
      prepare: () =>
        void loadActions()
          .then((actions) => actions.readPins(client, viewerId))
          .catch(() => {}),
      change: (thing, isPinned) =>
        void loadActions().then((actions) => actions.changePin(client, viewerId, thing, isPinned)),
    }
  }, [client, viewerId, pins])
  return <PinSeam value={pinning}>{children}</PinSeam>
}
