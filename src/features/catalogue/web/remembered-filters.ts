import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readStored, store } from '#web/consented-storage.ts'
import { addressOf, type Filters, filtersOf } from './filters.api.ts'

const NAME = 'savepoint.filters'
const BARE = addressOf({})

/** Returns the address of the last viewed list, without its page; null when it had no filters (R-CAT-08). */
function rememberedAddress(): string | null {
  const stored = readStored(NAME)
  if (typeof stored !== 'string') return null
  const address = addressOf(filtersOf(new URLSearchParams(stored)))
  return address === BARE ? null : address
}

/**
 * Returns the remembered address when a visitor comes to the unfiltered catalogue from another page. Null on the way
 * back, within the page when the address is already that of the catalogue, and always on the server (decision 0020).
 */
export function addressOnArrival(url: URL): string | null {
  if (import.meta.env.SSR || url.search !== '' || globalThis.location?.pathname === url.pathname) return null
  return rememberedAddress()
}

/** Returns whether the document was opened by its address, not by a reload or a step back. */
function wasTyped(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'navigate'
}

let isFirstPage = true

/** Remembers the current filters, and restores them when the document is the unfiltered catalogue. */
export function useRememberedFilters(filters: Filters): void {
  const navigate = useNavigate()
  const { key, search } = useLocation()
  const address = addressOf({ ...filters, page: '1', list: '' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list
  useEffect(() => {
    const isOpened = isFirstPage && key === 'default' && search === '' && wasTyped()
    isFirstPage = false
    const remembered = isOpened ? rememberedAddress() : null
    if (remembered) void navigate(remembered, { replace: true })
    else store(NAME, address === BARE ? null : address.slice(BARE.length))
  }, [address])
}
