import { useSyncExternalStore } from 'react'

/** Returns whether the window matches a media query; false on the server. */
export function useMatchesQuery(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
