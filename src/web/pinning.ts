import { createStore, useStore } from './store.ts'
import type { MenuItem } from './ui/menu-entries.ts'

/** An item of the viewer that can be pinned to their profile. */
export interface Pinnable {
  itemType: 'entry' | 'activity' | 'review' | 'list'
  /** The id of the activity, review or list; for an entry the id of its game, because a poster has no other id. */
  of: string
  /** Called when the item is pinned. Returns the data to show it, or null if it was deleted. */
  load: () => Promise<{ id: string } | null>
}

export interface Pinning {
  /** Undefined before the pins are loaded. */
  isPinned: (of: string) => boolean | undefined
  /** Loads the pins; call it when a menu is likely to be opened. */
  prepare: () => void
  change: (thing: Pinnable, isPinned: boolean) => void
}

/** The feature pins sets it on every page; null for visitors. All menus of a page share this store. */
export const pinningStore = createStore<Pinning | null>(null)

/**
 * Returns the menu entry "Pin to profile" or "Unpin"; no entry without an item. Call `prepare` when the menu is likely
 * to be opened.
 */
export function usePinEntry(thing: Pinnable | null): { entries: readonly MenuItem[]; prepare: () => void } {
  const pinning = useStore(pinningStore)
  if (!pinning || !thing) return { entries: [], prepare: () => {} }
  const isPinned = pinning.isPinned(thing.of)
  const onSelect = () => pinning.change(thing, !isPinned)
  return {
    entries: [
      { label: isPinned ? 'Unpin' : 'Pin to profile', icon: 'pin', disabled: isPinned === undefined, onSelect },
    ],
    prepare: pinning.prepare,
  }
}
