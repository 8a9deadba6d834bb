import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { subjectKinds } from '#web/web.slots.ts'
import { NEW_COMMENT, NEW_REPLY } from '../comments.notifications.ts'
import { COMMENT } from '../comments.subject.ts'

export const commentsContributions: readonly Contribution[] = [
  fill(notificationKinds, NEW_COMMENT),
  fill(notificationKinds, NEW_REPLY),
  fill(subjectKinds, COMMENT),
]
