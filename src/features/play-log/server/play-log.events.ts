import { defineEvent } from '#server/events.ts'
import type { GameId, UserId } from '#shared/ids.ts'

/**
 * Playthroughs of a member were added or deleted, or got another kind or other days, so they are named and numbered in another way.
 * Published in the transaction of the change, after the write.
 */
export const playthroughsChanged = defineEvent<{ userId: UserId; gameIds: readonly GameId[] }>('playthroughs changed')
