import type { memberBlocked } from '#features/blocks/server/blocks.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { withdrawBetween } from './notifications.service.ts'

/** A block takes the notifications of the two about one another with it (G21). */
export const removeNotificationsOnBlock = ({ db }: EventDeps, pair: PayloadOf<typeof memberBlocked>): Promise<void> =>
  withdrawBetween(db, pair.blockerId, pair.blockedId)
