import { useSyncExternalStore } from 'react'
import { isOffline } from '#web/network/device.ts'

function follow(notify: () => void): () => void {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}

/** Whether there is no network; true on the server, whose page a device keeps for that. */
export const useIsOffline = (): boolean => useSyncExternalStore(follow, isOffline, () => true)
