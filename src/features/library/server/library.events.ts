import { defineEvent } from '#server/events.ts'
import type { GameId, UserId } from '#shared/ids.ts'

/**
 * A member's library has changed: its games or their progress, hours or stars. Published in the transaction of the
 * change, after the write. `rated` lists the games to which the change gave stars.
 */
export const libraryChanged = defineEvent<{ userId: UserId; rated: readonly GameId[] }>('library changed')
