import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useStore } from '#web/store.ts'
import { dialogRequests, requestDialog } from './dialog-requests.ts'

const RequestedDialog = lazy(() =>
  import('./requested-dialog.tsx').then((module) => ({ default: module.RequestedDialog })),
)

/**
 * Holds the log that the header, the bar and `l` open, and that of who pressed Log as a visitor: signing in may bring another page to the same address, as at home, and the
 * poster that was pressed is gone then.
 */
export function DialogHost() {
  const request = useStore(dialogRequests)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is about something else
  useEffect(() => () => requestDialog(null), [pathname])
  return (
    request && (
      <Suspense>
        <RequestedDialog request={request} onClose={() => requestDialog(null)} />
      </Suspense>
    )
  )
}
