import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Icon } from '../ui/icon.tsx'
import { isOffline } from './device.ts'
import { FAILURE_TEXTS } from './failure.texts.ts'
import { KEPT_OFFLINE } from './kept-offline.texts.ts'

const BACK_FOR_MS = 3000

/** This page says so itself. */
const OWN_LINE = '/offline'

/** Whether a service worker keeps what is done here for later. */
const isKept = () => Boolean(globalThis.navigator?.serviceWorker?.controller)

const KEPT = (
  <>
    {KEPT_OFFLINE.text}
    <a className="link pointer-events-auto" href={OWN_LINE}>
      {KEPT_OFFLINE.link}
    </a>
  </>
)

function follow(notify: () => void): () => void {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}

/**
 * Shows a notice while there is no network, and briefly once it is back (R-NET-12). The live region always exists, so
 * that screen readers announce the notice, politely.
 */
export function OfflineNotice() {
  const isOff = useSyncExternalStore(follow, isOffline, () => false) && location.pathname !== OWN_LINE
  const [isBack, setBack] = useState(false)
  const wasOff = useRef(false)
  useEffect(() => {
    if (isOff) wasOff.current = true
    if (isOff || !wasOff.current) return
    setBack(true)
    const timer = setTimeout(() => setBack(false), BACK_FOR_MS)
    return () => {
      clearTimeout(timer)
      setBack(false)
    }
  }, [isOff])
  const text = isOff ? FAILURE_TEXTS.offline : isBack ? 'Back online' : null
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-20 max-md:bottom-[calc(60px+env(safe-area-inset-bottom))]"
    >
      {text && (
        <p className="mx-auto flex w-fit max-w-full items-center gap-2 rounded-t-panel border border-b-0 border-line bg-surface-2 px-3.5 py-2 text-13 font-[550] text-text-2">
          {isOff && <Icon name="alert" />}
          {isOff && isKept() ? KEPT : text}
        </p>
      )}
    </div>
  )
}
