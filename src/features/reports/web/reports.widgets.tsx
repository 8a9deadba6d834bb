import { lazy, Suspense } from 'react'
import type { ReportRequest } from '#web/report.tsx'

const ReportDialog = lazy(() => import('./report-dialog.tsx').then((module) => ({ default: module.ReportDialog })))

/** Shows the dialog for a report; its code loads when it is first opened. */
export function LazyReportDialog(props: { request: ReportRequest; onClose: () => void }) {
  return (
    <Suspense>
      <ReportDialog {...props} />
    </Suspense>
  )
}
