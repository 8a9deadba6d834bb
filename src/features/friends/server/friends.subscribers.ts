import type { memberBlocked } from '#features/blocks/server/blocks.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { deleteOpenLink } from './friends.queries.ts'

/** A block ends a friendship, and requests either way (C13). */
export const removeFriendshipOnBlock = ({ db }: EventDeps, pair: PayloadOf<typeof memberBlocked>): Promise<void> =>
  deleteOpenLink(db, pair.blockerId, pair.blockedId)
