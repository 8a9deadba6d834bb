import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const MAX_PAGES = 100

/**
 * The position of a visitor in a list. It belongs to one history entry and is stored in that entry's state (decision
 * 0020).
 */
export interface ListPosition {
  /** The number of pages that a phone has loaded. */
  pages: number
  /** The link that was activated with the keyboard. */
  focus: string | null
}

const START: ListPosition = { pages: 1, focus: null }
/** The router stores a location's key in the entry's state; the first entry has none. */
const keyHere = (): string => history.state?.key ?? 'default'

const places = new Map<string, ListPosition>()
const listeners = new Set<() => void>()

function placeAt(key: string): ListPosition {
  const known = places.get(key)
  if (known) return known
  const place = key === keyHere() ? placeIn(history.state?.list) : START
  places.set(key, place)
  return place
}

/** Reads the state defensively, because a history entry may be older than this code. */
function placeIn(state: Partial<Record<keyof ListPosition, unknown>> | undefined): ListPosition {
  const { pages, focus } = state ?? {}
  return {
    pages: Number.isInteger(pages) ? Math.min(Math.max(pages as number, 1), MAX_PAGES) : START.pages,
    focus: typeof focus === 'string' ? focus : START.focus,
  }
}

/** Returns the number of pages to load, for a page's `load`, when the browser has just gone back to a list. */
export function pagesToLoad(url: URL): number {
  if (import.meta.env.SSR || location.pathname + location.search !== url.pathname + url.search) return 1
  return placeAt(keyHere()).pages
}

function note(key: string, change: Partial<ListPosition>): void {
  const place = { ...placeAt(key), ...change }
  places.set(key, place)
  if (key === keyHere()) history.replaceState({ ...history.state, list: place }, '')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Returns the list position of this history entry, a setter, and a getter. The server knows no position, so the first
 * rendering in the browser has none either.
 */
export function useListPosition(): [ListPosition, (change: Partial<ListPosition>) => void, () => ListPosition] {
  const { key } = useLocation()
  const place = useSyncExternalStore(
    subscribe,
    () => placeAt(key),
    () => START,
  )
  return [place, (change) => note(key, change), () => placeAt(key)]
}
