import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages, reportDialog } from '#web/web.slots.ts'
import { reportsPages } from '../reports.pages.ts'
import { LazyReportDialog } from './reports.widgets.tsx'

export const reportsContributions: readonly Contribution[] = [
  fill(featurePages, reportsPages),
  fill(reportDialog, LazyReportDialog),
]
