import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { isForPage } from '#web/ui/single-key.ts'
import { dialogRequests, openLog, requestDialog } from './dialog-requests.ts'

const RequestedDialog = lazy(() =>
  import('./use-game-actions.tsx').then((module) => ({ default: module.RequestedDialog })),
)

/** `l` opens the log from anywhere. */
function useLogKey(): void {
  const viewer = useViewer()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'l' || event.repeat || !isForPage(event)) return
      event.preventDefault()
      openLog(viewer)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [viewer])
}

/**
 * Holds the log that the header, the bar and `l` open, and that of who pressed Log as a visitor: signing in may bring another page to the same address, as at home, and the
 * poster that was pressed is gone then.
 */
export function DialogHost() {
  const request = useSyncExternalStore(dialogRequests.subscribe, dialogRequests.get, () => null)
  const { pathname } = useLocation()
  useLogKey()
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
