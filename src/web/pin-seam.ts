import { createContext, useContext } from 'react'
import type { MenuItem } from './ui/menu-entries.ts'

/** A thing of the viewer's own that can stand on top of their profile. */
export interface Pinnable {
  itemType: 'entry' | 'activity'
  /** What it is known by: an activity's id; of an entry the game's, because a poster knows no more. */
  of: string
  /** The thing as it is shown; null when it is gone. Called when it is pinned. */
  load: () => Promise<{ id: string } | null>
}

export interface Pinning {
  /** Undefined while it is not known. */
  isPinned: (of: string) => boolean | undefined
  /** Finds out; call it when a menu is likely to be opened. */
  prepare: () => void
  change: (thing: Pinnable, isPinned: boolean) => void
}

/** Given by the app, because what is pinned may not know the feature that does it; null for visitors. */
export const PinSeam = createContext<Pinning | null>(null)

/** "Pin to profile" or "Unpin" for a menu, nothing where there is nothing of the viewer's own, and how to get ready for it. */
export function usePinEntry(thing: Pinnable | null): { entries: readonly MenuItem[]; prepare: () => void } {
  const pinning = useContext(PinSeam)
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
