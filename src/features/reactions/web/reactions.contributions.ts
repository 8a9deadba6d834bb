import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { NEW_REACTION } from '../reactions.notifications.ts'

export const reactionsContributions: readonly Contribution[] = [fill(notificationKinds, NEW_REACTION)]
