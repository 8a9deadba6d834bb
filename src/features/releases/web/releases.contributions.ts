import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { GAME_RELEASED } from '../releases.notifications.ts'

export const releasesContributions: readonly Contribution[] = [fill(notificationKinds, GAME_RELEASED)]
