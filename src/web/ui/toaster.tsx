import { type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from '../store.ts'
import { Icon } from './icon.tsx'
import { openDialog, watchDialogs } from './open-dialog.ts'
import { statusInfo } from './status.tsx'
import { placeToast } from './toast-position.ts'
import { dismissToast, type Toast, toastStore } from './toasts.ts'

const TOAST_MS = 5000
/** A toast with a button stays for 15 seconds more: it covers a part of a phone's page. */
const WAITS_MS = 15_000
const LEAVE_MS = 140

/**
 * Shows the one toast, bottom centre, above the bottom bar. It is in the top layer, so that it is visible over a dialog.
 * The live region always exists: screen readers announce only changes within a region that they know.
 */
export function Toaster() {
  const toast = useStore(toastStore)
  const [shown, setShown] = useState<Toast | null>(null)
  const region = useRef<HTMLDivElement>(null)

  // A toast that leaves stays for its animation; a new toast replaces it at once.
  useEffect(() => {
    if (toast) {
      setShown(toast)
      return
    }
    const timer = setTimeout(() => setShown(null), LEAVE_MS)
    return () => clearTimeout(timer)
  }, [toast])

  useEffect(() => {
    const element = region.current
    if (!element?.showPopover) return
    if (element.matches(':popover-open')) element.hidePopover()
    if (shown) element.showPopover()
  }, [shown])

  // A dialog that opens later hides the toast, which would cover its words, until the dialog is closed.
  const [isBehind, setBehind] = useState(false)
  useEffect(() => {
    setBehind(false)
    if (!shown) return
    const before = openDialog()
    return watchDialogs(() => {
      const now = openDialog()
      setBehind(now !== null && now !== before)
    })
  }, [shown])

  useToastPlace(region, shown)

  const live = toast ?? shown
  return (
    <div
      ref={region}
      className="toasts"
      role="status"
      aria-live="polite"
      aria-atomic="true"
      popover="manual"
      data-behind={isBehind || undefined}
    >
      {live && <One key={live.id} toast={live} isLeaving={!toast} isBehind={isBehind} />}
    </div>
  )
}

/**
 * Places a toast where it covers no controls, including those of the dialog that has shown it. Over a sheet it is at the top
 * (toast.css).
 */
function useToastPlace(region: RefObject<HTMLDivElement | null>, shown: Toast | null): void {
  useEffect(() => {
    const element = region.current
    if (!element || !shown) return
    let frame = 0
    // A dialog that closes ends many transitions at once. After a navigation the heading or the content gets the focus. A toast
    // with a button stays while the person scrolls.
    const place = ({ target }: Event) => {
      if (target instanceof Element && !target.closest('[role=dialog]') && !target.matches('#main, #main h1')) return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => placeToast(element))
    }
    placeToast(element)
    document.addEventListener('focusin', place)
    document.addEventListener('transitionend', place)
    document.addEventListener('scrollend', place)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', place)
      document.removeEventListener('transitionend', place)
      document.removeEventListener('scrollend', place)
    }
  }, [region, shown])
}

function One({ toast, isLeaving, isBehind }: { toast: Toast; isLeaving: boolean; isBehind: boolean }) {
  const element = useRef<HTMLDivElement>(null)
  const focusedBefore = useRef<HTMLElement>(null)
  const setHeld = useToastEnd(toast, element, isLeaving || isBehind)

  const info = toast.status && statusInfo(toast.status)
  const close = () => {
    const hasFocus = element.current?.contains(document.activeElement)
    dismissToast(toast.id)
    if (hasFocus && focusedBefore.current?.isConnected) focusedBefore.current.focus({ preventScroll: true })
  }
  const done = (action?: () => void) => () => {
    close()
    action?.()
  }
  return (
    <div
      ref={element}
      className="toast"
      data-leaving={isLeaving || undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }) => {
        setHeld(true)
        if (relatedTarget instanceof HTMLElement && !element.current?.contains(relatedTarget))
          focusedBefore.current = relatedTarget
      }}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      {info ? <Icon name={info.icon} /> : toast.tone === 'danger' && <Icon name="alert" />}
      <span className="toast-text">
        {toast.title}
        {toast.description && <span className="toast-more">{toast.description}</span>}
      </span>
      {toast.undo && (
        <button type="button" onClick={done(toast.undo)}>
          Undo
        </button>
      )}
      {toast.action &&
        (toast.action.href ? (
          <a href={toast.action.href} onClick={done(toast.action.onClick)}>
            {toast.action.label}
          </a>
        ) : (
          <button type="button" onClick={done(toast.action.onClick)}>
            {toast.action.label}
          </button>
        ))}
      <button type="button" className="toast-x" aria-label="Close" onClick={done()}>
        <Icon name="x" />
      </button>
    </div>
  )
}

/**
 * Ends a toast without a button after five seconds. One with a button, which a person needs time to read and to reach, ends
 * after twenty, or five seconds after a click elsewhere, by which the person goes on. Neither ends during hover or focus,
 * nor while it is `isOff`. Returns a function that says whether it is hovered or focused.
 */
function useToastEnd(
  toast: Toast,
  element: RefObject<HTMLDivElement | null>,
  isOff: boolean,
): (isHeld: boolean) => void {
  const left = useRef(TOAST_MS)
  const hasAction = toast.undo !== undefined || toast.action !== undefined
  const [isHeld, setHeld] = useState(false)
  const [isWaiting, setWaiting] = useState(hasAction)
  useEffect(() => {
    if (!isWaiting) return
    const goOn = ({ target }: Event) => {
      if (!element.current?.contains(target as Element)) setWaiting(false)
    }
    document.addEventListener('click', goOn, { capture: true })
    return () => document.removeEventListener('click', goOn, { capture: true })
  }, [isWaiting, element])
  useEffect(() => {
    if (!isWaiting || isHeld || isOff) return
    const timer = setTimeout(() => setWaiting(false), WAITS_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, isHeld, isOff])
  useEffect(() => {
    if (isWaiting || isHeld || isOff) return
    const from = Date.now()
    const timer = setTimeout(() => dismissToast(toast.id), left.current)
    return () => {
      clearTimeout(timer)
      // At least a second remains after hover or focus.
      left.current = Math.max(1000, left.current - (Date.now() - from))
    }
  }, [isWaiting, isHeld, isOff, toast.id])
  return setHeld
}
