import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { ENTRIES_JOINED } from '../game-merges.notifications.ts'
import { gameMergesPages } from '../game-merges.pages.ts'

export const gameMergesContributions: readonly Contribution[] = [
  fill(featurePages, gameMergesPages),
  fill(notificationKinds, ENTRIES_JOINED),
]
