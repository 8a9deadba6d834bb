import { Suspense } from 'react'
import { lazyHydrated, lazyLoaded } from '#web/lazy-hydration.tsx'
import type { ReportRequest } from '#web/report.tsx'
import { requireSubjectKind } from '#web/subjects.ts'

const ReportDialog = lazyLoaded(() => import('./report-dialog.tsx'), 'ReportDialog')
const FactDialog = lazyLoaded(() => import('./fact-dialog.tsx'), 'FactDialog')

/** Its code is not part of the first JavaScript of pages with texts: few are hidden. */
export const LazyAppealLine = lazyHydrated(() => import('./appeal-line.tsx'), 'AppealLine')
export const LazySuspensionAppeal = lazyHydrated(() => import('./appeal-line.tsx'), 'SuspensionAppeal')

/** Shows the dialog for a report; its code loads when it is first opened. */
export function LazyReportDialog(props: { request: ReportRequest; onClose: () => void }) {
  return (
    <Suspense>
      {requireSubjectKind(props.request.subject.subjectType).facts ? (
        <FactDialog {...props} />
      ) : (
        <ReportDialog {...props} />
      )}
    </Suspense>
  )
}
