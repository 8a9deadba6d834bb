import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages, subjectKinds } from '#web/web.slots.ts'
import { FORUM_REPLY, NEW_MENTION } from '../forum.notifications.ts'
import { forumPages } from '../forum.pages.ts'
import { POST, THREAD } from '../forum.subject.ts'

export const forumContributions: readonly Contribution[] = [
  fill(featurePages, forumPages),
  fill(notificationKinds, NEW_MENTION),
  fill(notificationKinds, FORUM_REPLY),
  fill(subjectKinds, THREAD),
  fill(subjectKinds, POST),
]
