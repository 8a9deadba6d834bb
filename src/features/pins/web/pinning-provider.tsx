import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { type Pinning, PinningContext } from '#web/pinning.ts'
import type { Pin } from '../pins.contract.ts'
import { pinsKey } from './pins-key.ts'

const loadActions = () => import('./pin-actions.ts')

/** Lets all menus pin what is the viewer's own. The list of pins and the code to change it are loaded when a menu is near. */
export function PinningProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const viewerId = useViewer()?.id ?? null
  const { data: pins } = useQuery<readonly Pin[]>({ queryKey: pinsKey(viewerId), enabled: false })
  const pinning = useMemo<Pinning | null>(() => {
    if (viewerId === null) return null
    return {
      isPinned: (of) => pins?.some((pin) => pin.item_id === of || pin.entry?.game.id === of),
      // Without a network the entry stays greyed out.
      prepare: () =>
        void loadActions()
          .then((actions) => actions.readPins(client, viewerId))
          .catch(() => {}),
      change: (thing, isPinned) =>
        void loadActions().then((actions) => actions.changePin(client, viewerId, thing, isPinned)),
    }
  }, [client, viewerId, pins])
  return <PinningContext value={pinning}>{children}</PinningContext>
}
