import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { GameId, PlaythroughId } from '#shared/ids.ts'
import { defineSlot } from '#web/slots.tsx'
import type { MenuItem } from '#web/ui/menu-entries.ts'
import type { ActivityType } from '../library.rules.ts'

/** The library was written. `isProgress`: figures or sessions were written, as R-PROG-09 means it. */
export const libraryWritten =
  defineSlot<(client: QueryClient, event: { isProgress: boolean }) => void>('library.written')

export interface ActivityToShare {
  type: ActivityType
  gameId: GameId
  /** Of `progress`: the percentage, 1 to 100. */
  details?: { progress?: number }
}

/**
 * `waitMinutes` is N in 'Please wait N minutes …' (C65); null for every other failure. A member who does not share
 * activity gets `{ ok: true }`. `retract` deletes the activity when the player presses Undo; it is missing if there is
 * no activity. Neither sharing nor retracting throws.
 */
export type SharingResult = { ok: true; retract?: () => Promise<void> } | { ok: false; waitMinutes: number | null }

/** Shares a save of the library with friends, after the save (C07). One feature fills it. */
export const shareActivity =
  defineSlot<(client: QueryClient, activity: ActivityToShare) => Promise<SharingResult>>('library.shareActivity')

/** More entries for the menu of a game's poster or row. */
export const gameMenuEntries = defineSlot<(game: GameCard) => MenuItem>('library.gameMenuEntries')

/** The form in which the viewer reviews a game, or one playthrough of it. One feature fills it. */
export const reviewDialog =
  defineSlot<ComponentType<{ game: { id: GameId; name: string }; playthroughId?: PlaythroughId; onClose: () => void }>>(
    'library.reviewDialog',
  )
