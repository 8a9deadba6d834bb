import { defineEvent } from '#server/events.ts'
import type { UserId } from '#shared/ids.ts'

/**
 * A member has blocked another. Features that store something between the two delete it, in both directions. Published
 * in the transaction that writes the block, so a block never exists beside a friendship or a follow.
 */
export const memberBlocked = defineEvent<{ blockerId: UserId; blockedId: UserId }>('member blocked')
