import type { ViewAs } from '#features/profiles/profiles.contract.ts'
import { profileKeys } from '#features/profiles/web/profiles.api.ts'
import type { UserId } from '#shared/ids.ts'

/** The query key of a member's pins; in a file apart from the query, because every page loads it. */
export const pinsKey = (userId: UserId | null, as: ViewAs | null = null) =>
  [...profileKeys.all, 'pins', userId, as] as const
