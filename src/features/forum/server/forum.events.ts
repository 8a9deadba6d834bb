import { defineEvent } from '#server/events.ts'
import type { UserId } from '#shared/ids.ts'

/**
 * A member has written a thread or a post that readers see. Published in the transaction of the new text, or in that of
 * the moderator who approves it.
 */
export const forumPostWritten = defineEvent<{ authorId: UserId }>('forum post written')
