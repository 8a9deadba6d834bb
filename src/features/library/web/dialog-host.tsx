import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useStore } from '#web/store.ts'
import { dialogRequests, requestDialog } from './dialog-requests.ts'

const RequestedDialog = lazy(() =>
  import('./requested-dialog.tsx').then((module) => ({ default: module.RequestedDialog })),
)

/**
 * Renders the log dialog that the header, the bar and `l` open, and the one that a visitor requested before the
 * sign-in. The sign-in may replace the page at the same address, as on the home page, and with it the poster that the
 * visitor pressed.
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
