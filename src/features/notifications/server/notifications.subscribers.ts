import type { memberBlocked } from '#features/blocks/server/blocks.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { withdrawBetween } from './notifications.service.ts'

/** The part of notifications in what a block ends: see `memberBlocked`. */
export const removeNotificationsOnBlock = ({ db }: EventDeps, pair: PayloadOf<typeof memberBlocked>): Promise<void> =>
  withdrawBetween(db, pair.blockerId, pair.blockedId)
