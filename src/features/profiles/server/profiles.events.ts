import { defineEvent } from '#server/events.ts'
import type { UserId } from '#shared/ids.ts'

/** A member has changed who may see the profile or sections of it. Published in the transaction of the change. */
export const profileVisibilityChanged = defineEvent<{ userId: UserId }>('profile visibility changed')
