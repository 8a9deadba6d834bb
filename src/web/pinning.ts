import { createStore, useStore } from './store.ts'
import type { MenuItem } from './ui/menu-entries.ts'

/** Something of the viewer's own that can be pinned to their profile. */
export interface Pinnable {
  itemType: 'entry' | 'activity'
  /** The id of the activity; for an entry the id of its game, because a poster knows no more. */
  of: string
  /** Called when it is pinned. Returns it as it is shown, null when it is gone. */
  load: () => Promise<{ id: string } | null>
}

export interface Pinning {
  /** Undefined before the pins are loaded. */
  isPinned: (of: string) => boolean | undefined
  /** Loads the pins; call it when a menu is likely to be opened. */
  prepare: () => void
  change: (thing: Pinnable, isPinned: boolean) => void
}

/** The feature pins sets it on every page; null for visitors. One store serves all menus of a page. */
export const pinningStore = createStore<Pinning | null>(null)

/** Returns the menu entry "Pin to profile" or "Unpin", none without a thing. Call `prepare` when the menu is likely to be opened. */
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
