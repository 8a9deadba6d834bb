import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { tabId } from '#web/ui/tab-list.tsx'
import { useIsHydrated } from '#web/use-env.ts'
import type { GameTab } from './game-tabs.ts'

/**
 * Returns the open tab, which the hash names (`#media`); overview if it names no existing tab. The server does not know
 * the hash, so the first rendering is the overview.
 */
export function useGameTab(tabs: readonly GameTab[]) {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useIsHydrated()
  const bar = useRef<HTMLDivElement>(null)
  const wanted = hash.slice(1) || new URLSearchParams(search).get('tab')
  const tab = (isHydrated && tabs.find((each) => each === wanted)) || 'overview'

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
      if (element.contains(document.activeElement)) return
      // The tab, or on phones the dropdown: whichever is visible.
      for (const each of element.querySelectorAll<HTMLElement>(`select, #${tabId(next)}`))
        if (each.offsetParent) each.focus({ preventScroll: true })
    },
    [navigate],
  )
  return [tab, open, bar] as const
}
