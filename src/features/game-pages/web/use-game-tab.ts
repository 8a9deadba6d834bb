import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { tabId } from '#web/ui/tab-list.tsx'
import type { GameTab } from './game-tabs.ts'

const neverChanges = () => () => {}

/**
 * Returns the tab that the address names in its hash (`#media`), or as `?tab=`; null while the server's page is hydrated, because the
 * server does not see the hash. A page that the browser opens has its tab from the first frame on.
 */
export function useWantedTab(): string | null {
  const { hash, search } = useLocation()
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return isHydrated ? hash.slice(1) || new URLSearchParams(search).get('tab') || 'overview' : null
}

/** Returns the open tab, which is `wanted` if that exists, and the function that opens another one. */
export function useGameTab(tabs: readonly GameTab[], wanted: string | null) {
  const navigate = useNavigate()
  const bar = useRef<HTMLDivElement>(null)
  const isHydrated = wanted !== null
  const tab = tabs.find((each) => each === wanted) ?? 'overview'

  // Scrolls the tab into view for a reader who followed a link to it.
  const isLinked = isHydrated && tab !== 'overview'
  const hasCome = useRef(false)
  useEffect(() => {
    if (!isHydrated || hasCome.current) return
    hasCome.current = true
    if (isLinked) bar.current?.scrollIntoView()
  }, [isHydrated, isLinked])

  const open = useCallback(
    (next: GameTab, search = ''): void => {
      // Replaces the search: `?tab=` is another way to name a tab.
      void navigate({ search, hash: next === 'overview' ? '' : next }, { preventScrollReset: true })
      const element = bar.current
      if (!element) return
      // A control further down has opened this tab, which begins above it.
      if (element.getBoundingClientRect().top < 0) element.scrollIntoView()
      if (!element.contains(document.activeElement))
        element.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus({ preventScroll: true })
    },
    [navigate],
  )
  return [tab, open, bar] as const
}
