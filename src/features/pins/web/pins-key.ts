import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import { profileKeys } from '#features/profiles/web/profile-keys.api.ts'
import type { UserId } from '#shared/ids.ts'

/** Of what a member has pinned; apart from the query, because every page has it. */
export const pinsKey = (userId: UserId | null, as: ViewAs | null = null) =>
  [...profileKeys.all, 'pins', userId, as] as const
