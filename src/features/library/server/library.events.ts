import { defineEvent } from '#server/events.ts'
import type { UserId } from '#shared/ids.ts'

/** Games or figures of a member's library have changed. Published in the transaction of the change, after it was written. */
export const libraryChanged = defineEvent<{ userId: UserId }>('library changed')
