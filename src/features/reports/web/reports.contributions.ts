import { type Contribution, fill } from '#web/slots.tsx'
import { reportDialog } from '#web/web.slots.ts'
import { LazyReportDialog } from './reports.widgets.tsx'

export const reportsContributions: readonly Contribution[] = [fill(reportDialog, LazyReportDialog)]
