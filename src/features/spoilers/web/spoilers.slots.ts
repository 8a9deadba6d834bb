import type { QueryClient } from '@tanstack/react-query'
import type { GameId } from '#shared/ids.ts'
import { defineSlot } from '#web/slots.tsx'

/**
 * Loads the viewer's progress in a game: whole percent, 100 after completing it, null if it is not in the library. One
 * feature fills this slot.
 */
export const ownProgress =
  defineSlot<(client: QueryClient, gameId: GameId) => Promise<number | null>>('spoilers.ownProgress')
