import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { GAME_RELEASED } from '../releases.notifications.ts'
import { releasesPages } from '../releases.pages.ts'

export const releasesContributions: readonly Contribution[] = [
  fill(featurePages, releasesPages),
  fill(notificationKinds, GAME_RELEASED),
]
