import type { memberBlocked } from '#features/blocks/server/blocks.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { deleteOpenLink } from './friends.queries.ts'

/** The part of friends in what a block ends: see `memberBlocked`. */
export const removeFriendshipOnBlock = ({ db }: EventDeps, pair: PayloadOf<typeof memberBlocked>): Promise<void> =>
  deleteOpenLink(db, pair.blockerId, pair.blockedId)
