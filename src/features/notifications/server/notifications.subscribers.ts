import type { MemberBlocked } from '#features/blocks/server/blocks.events.ts'
import { withdrawBetween } from './notifications.service.ts'

/** A block takes what the two were told of one another with it (G21). */
export const removeNotificationsOnBlock: MemberBlocked = (db, { blockerId, blockedId }) =>
  withdrawBetween(db, blockerId, blockedId)
