import { type ReactNode, type RefObject, Suspense, useId, useRef, useState } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'

/**
 * Returns the properties of a button that opens a popup, and those of the popup. The button's code is small, because it is
 * on every page. The popup's code loads when the pointer or the focus is on the button (`load`), and `popup` is null until
 * the first opening.
 */
export function usePopupTrigger<T extends HTMLElement = HTMLButtonElement>(
  kind: 'menu' | 'dialog',
  load: () => Promise<unknown>,
) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const anchor: RefObject<T | null> = useRef(null)
  const id = useId()
  const open = state === 'open'
  const setOpen = (isOpen: boolean) => setState(isOpen ? 'open' : 'closed')
  // Opening it loads the code again where this fails.
  const prefetch = () => void load().catch(() => {})
  return {
    isOpen: open,
    setOpen,
    prefetch,
    trigger: {
      ref: anchor,
      'aria-haspopup': kind,
      'aria-expanded': open,
      'aria-controls': open ? id : undefined,
      onPointerEnter: prefetch,
      onFocus: prefetch,
    },
    popup: state === 'never' ? null : { id, open, anchor, onClose: () => setOpen(false) },
  }
}

/** Renders a lazily loaded popup. Where its code cannot be loaded, nothing opens and the page stays. */
export function LazyPopup({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
