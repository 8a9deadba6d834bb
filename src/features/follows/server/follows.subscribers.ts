import type { MemberBlocked } from '#features/blocks/server/blocks.events.ts'
import { deleteFollow } from './follows.queries.ts'

/** A block ends following, both ways (C13). */
export const endFollows: MemberBlocked = async (db, { blockerId, blockedId }) => {
  await deleteFollow(db, { followerId: blockerId, followingId: blockedId })
  await deleteFollow(db, { followerId: blockedId, followingId: blockerId })
}
