import type { memberBlocked } from '#features/blocks/server/blocks.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { deleteFollowsBetween } from './follows.queries.ts'

/** The part of follows in what a block ends: see `memberBlocked`. */
export async function removeFollowsOnBlock({ db }: EventDeps, pair: PayloadOf<typeof memberBlocked>): Promise<void> {
  await deleteFollowsBetween(db, pair.blockerId, pair.blockedId)
}
