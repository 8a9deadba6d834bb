import { defineEvent } from '#server/events.ts'
import type { GameId, UserId } from '#shared/ids.ts'

/**
 * Games or figures of a member's library have changed. Published in the transaction of the change, after it was written.
 * `rated` names the games to which the change gave stars.
 */
export const libraryChanged = defineEvent<{ userId: UserId; rated: readonly GameId[] }>('library changed')
