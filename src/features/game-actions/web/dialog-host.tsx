import { Suspense, useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { useStore } from '#web/store.ts'
import { dialogRequests, requestDialog } from './dialog-requests.ts'

const RequestedDialog = lazyLoaded(() => import('./requested-dialog.tsx'), 'RequestedDialog')

/**
 * Renders the log dialog that the header, the bar and `l` open, and the one that a visitor requested before the
 * sign-in. The sign-in may replace the page at the same address, as on the home page, and with it the poster that the
 * visitor pressed. Another page closes the dialog, except one that was still loading when the dialog opened.
 */
export function DialogHost() {
  const request = useStore(dialogRequests)
  useCloseOnNavigation(request !== null)
  return (
    request && (
      <Suspense>
        <RequestedDialog request={request} onClose={() => requestDialog(null)} />
      </Suspense>
    )
  )
}

function useCloseOnNavigation(isOpen: boolean): void {
  const { pathname, key } = useLocation()
  const loadingKey = useNavigation().location?.key
  const shownPath = useRef(pathname)
  const loadingAtOpening = useRef<string>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation that begins later closes the dialog
  useEffect(() => {
    loadingAtOpening.current = isOpen ? loadingKey : undefined
  }, [isOpen])
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    if (key !== loadingAtOpening.current) requestDialog(null)
  }, [pathname, key])
  useEffect(() => () => requestDialog(null), [])
}
