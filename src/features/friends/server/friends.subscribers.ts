import type { MemberBlocked } from '#features/blocks/server/blocks.events.ts'
import { deleteOpenLink } from './friends.queries.ts'

/** A block ends a friendship, and requests either way (C13). */
export const removeFriendshipOnBlock: MemberBlocked = (db, { blockerId, blockedId }) =>
  deleteOpenLink(db, blockerId, blockedId)
