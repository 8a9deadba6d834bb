import type { MemberBlocked } from '#features/blocks/server/blocks.events.ts'
import { deleteFollowsBetween } from './follows.queries.ts'

/** A block ends following, both ways (C13). */
export const removeFollowsOnBlock: MemberBlocked = async (db, { blockerId, blockedId }) => {
  await deleteFollowsBetween(db, blockerId, blockedId)
}
