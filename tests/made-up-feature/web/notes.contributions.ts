import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages, subjectKinds } from '#web/web.slots.ts'
import { NEW_NOTE } from '../notes.notifications.ts'
import { notesPages } from '../notes.pages.ts'
import { NOTE } from '../notes.subject.ts'

export const notesContributions: readonly Contribution[] = [
  fill(featurePages, notesPages),
  fill(subjectKinds, NOTE),
  fill(notificationKinds, NEW_NOTE),
]
