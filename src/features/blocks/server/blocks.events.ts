import { defineEvent } from '#server/events.ts'
import type { UserId } from '#shared/ids.ts'

/**
 * A member has blocked another. A feature that stores something between the two removes it, both ways. Published in the transaction
 * that writes the block, so that there is never a block beside a friendship or a follow.
 */
export const memberBlocked = defineEvent<{ blockerId: UserId; blockedId: UserId }>('member blocked')
