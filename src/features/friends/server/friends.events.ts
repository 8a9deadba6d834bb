import { defineEvent } from '#server/events.ts'
import type { UserId } from '#shared/ids.ts'

/** Two members have become friends. Published in the transaction that stores the friendship. */
export const friendshipAdded = defineEvent<{ members: readonly [UserId, UserId]; at: Date }>('friendship added')
