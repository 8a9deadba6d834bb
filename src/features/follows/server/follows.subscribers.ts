import type { memberBlocked } from '#features/blocks/server/blocks.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { deleteFollowsBetween } from './follows.queries.ts'

/** A block ends following, both ways (C13). */
export async function removeFollowsOnBlock({ db }: EventDeps, pair: PayloadOf<typeof memberBlocked>): Promise<void> {
  await deleteFollowsBetween(db, pair.blockerId, pair.blockedId)
}
