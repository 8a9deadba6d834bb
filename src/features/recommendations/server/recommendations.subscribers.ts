import type { memberBlocked } from '#features/blocks/server/blocks.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { deleteBetween } from './recommendations.queries.ts'

/** The part of recommendations in what a block ends: see `memberBlocked`. */
export const removeRecommendationsOnBlock = ({ db }: EventDeps, pair: PayloadOf<typeof memberBlocked>): Promise<void> =>
  deleteBetween(db, pair.blockerId, pair.blockedId)
