import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { subjectKinds } from '#web/web.slots.ts'
import { FORUM_REPLY, NEW_MENTION } from '../forum.notifications.ts'
import { POST, THREAD } from '../forum.subject.ts'

export const forumContributions: readonly Contribution[] = [
  fill(notificationKinds, NEW_MENTION),
  fill(notificationKinds, FORUM_REPLY),
  fill(subjectKinds, THREAD),
  fill(subjectKinds, POST),
]
