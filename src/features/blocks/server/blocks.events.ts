import { defineEvent } from '#server/events.ts'
import type { UserId } from '#shared/ids.ts'

/**
 * A member has blocked another. This is the rule of what a block ends (C13, G21), in both directions: follows
 * (`removeFollowsOnBlock`), a friendship and requests (`removeFriendshipOnBlock`), and notifications about each other
 * (`removeNotificationsOnBlock`). Everything else stays stored, and its reads and writes ask `isBlockBetween`. The three
 * run in the transaction that writes the block, so a block never exists beside what it ends. The end of a block restores
 * nothing.
 */
export const memberBlocked = defineEvent<{ blockerId: UserId; blockedId: UserId }>('member blocked')
