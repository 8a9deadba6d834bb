import type { memberBlocked } from '#features/blocks/server/blocks.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { withdrawBetween } from './notifications.service.ts'

/** Deletes the notifications of the two members about each other when one blocks the other (G21). */
export const removeNotificationsOnBlock = ({ db }: EventDeps, pair: PayloadOf<typeof memberBlocked>): Promise<void> =>
  withdrawBetween(db, pair.blockerId, pair.blockedId)
