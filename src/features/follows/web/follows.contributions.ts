import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { NEW_FOLLOWER } from '../follows.notifications.ts'

export const followsContributions: readonly Contribution[] = [fill(notificationKinds, NEW_FOLLOWER)]
