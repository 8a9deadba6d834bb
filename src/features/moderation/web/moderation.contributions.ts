import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { MODERATION } from '../moderation.notifications.ts'
import { moderationPages } from '../moderation.pages.ts'

export const moderationContributions: readonly Contribution[] = [
  fill(featurePages, moderationPages),
  fill(notificationKinds, MODERATION),
]
