import { appealOfSuspended } from '#features/accounts/web/accounts.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { appealLine, featurePages, reportDialog } from '#web/web.slots.ts'
import { reportsPages } from '../reports.pages.ts'
import { LazyAppealLine, LazyReportDialog, LazySuspensionAppeal } from './reports.widgets.tsx'

export const reportsContributions: readonly Contribution[] = [
  fill(featurePages, reportsPages),
  fill(reportDialog, LazyReportDialog),
  fill(appealLine, LazyAppealLine),
  fill(appealOfSuspended, LazySuspensionAppeal),
]
