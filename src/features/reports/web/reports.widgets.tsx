import { Suspense } from 'react'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import type { ReportRequest } from '#web/report.tsx'

const ReportDialog = lazyLoaded(() => import('./report-dialog.tsx'), 'ReportDialog')

/** Shows the dialog for a report; its code loads when it is first opened. */
export function LazyReportDialog(props: { request: ReportRequest; onClose: () => void }) {
  return (
    <Suspense>
      <ReportDialog {...props} />
    </Suspense>
  )
}
