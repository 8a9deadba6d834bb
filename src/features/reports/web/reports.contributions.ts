import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages, reportDialog } from '#web/web.slots.ts'
import { MODERATION } from '../reports.notifications.ts'
import { reportsPages } from '../reports.pages.ts'
import { LazyReportDialog } from './reports.widgets.tsx'

export const reportsContributions: readonly Contribution[] = [
  fill(featurePages, reportsPages),
  fill(notificationKinds, MODERATION),
  fill(reportDialog, LazyReportDialog),
]
