import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'

/**
 * Somebody has blocked somebody. Whoever keeps something between the two ends it, both ways. Told in the transaction that
 * writes the block, so that there is never a block beside a tie.
 */
export type MemberBlocked = (db: Db, pair: { blockerId: UserId; blockedId: UserId }) => Promise<void>
