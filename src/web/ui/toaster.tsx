import { type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from '../store.ts'
import { Icon } from './icon.tsx'
import { openDialog, watchDialogs } from './open-dialog.ts'
import { statusInfo } from './status.tsx'
import { dismissToast, type Toast, toastStore } from './toasts.ts'

const TOAST_MS = 5000
/** A toast with a button stays for 15 seconds more: it covers a part of a phone's page. */
const WAITS_MS = 15_000
const LEAVE_MS = 140

/**
 * Shows the one toast in its one place (toast.css). It is in the top layer, so that it is visible over a dialog. F8 leads to it. The
 * live region always exists: screen readers announce only changes within a region that they know.
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

  useToastKey(region)

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

/** F8 leads to the toast, wherever the focus is; Escape leads back. */
function useToastKey(region: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const first = event.key === 'F8' ? region.current?.querySelector<HTMLElement>('a, button') : null
      if (!first) return
      event.preventDefault()
      first.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [region])
}

/** Returns whether the tab is hidden. */
function useIsTabHidden(): boolean {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    const look = () => setHidden(document.visibilityState === 'hidden')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isHidden
}

function One({ toast, isLeaving, isBehind }: { toast: Toast; isLeaving: boolean; isBehind: boolean }) {
  const element = useRef<HTMLDivElement>(null)
  const focusedBefore = useRef<HTMLElement>(null)
  const isTabHidden = useIsTabHidden()
  const setHeld = useToastEnd(toast, element, isLeaving || isBehind || isTabHidden)

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
