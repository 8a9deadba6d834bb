import { defineEvent } from '#server/events.ts'
import type { UserId } from '#shared/ids.ts'
import type { MemberSettings } from '../profile-edit.rules.ts'

/**
 * A member has changed who may see the profile or sections of it. Published in the transaction of the change, before it
 * is written; `settings` are those after it.
 */
export const profileVisibilityChanged = defineEvent<{ userId: UserId; settings: MemberSettings }>(
  'profile visibility changed',
)
