import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { reportDialog } from '#web/web.slots.ts'
import { MODERATION } from '../reports.notifications.ts'
import { LazyReportDialog } from './reports.widgets.tsx'

export const reportsContributions: readonly Contribution[] = [
  fill(notificationKinds, MODERATION),
  fill(reportDialog, LazyReportDialog),
]
