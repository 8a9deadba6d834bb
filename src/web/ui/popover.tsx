import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { homeOf, type Placement, useFloating } from './floating.ts'

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select, textarea, [tabindex]:not([tabindex="-1"])'

/** A panel beside its button, in the browser's top layer; mount it to open it. Tab cycles within it, Esc closes. */
export function Popover(
  props: Placement & {
    anchor: RefObject<HTMLElement | null>
    title: string
    id?: string
    /** Called on Esc: the focus returns to the button. */
    onClose: () => void
    /** Called when a press or the focus went elsewhere; the focus stays there. */
    onLeave: () => void
    children: ReactNode
  },
) {
  const popup = useRef<HTMLDivElement>(null)
  const titleId = useId()
  useFloating(popup, props.anchor, props, props.onLeave)
  const fields = () => [...(popup.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])]
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on opening
  useEffect(() => {
    const target = fields()[0] ?? popup.current
    target?.focus({ preventScroll: true })
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault()
      event.stopPropagation()
      props.onClose()
    }
    if (event.key !== 'Tab') return
    const all = fields()
    const end = event.shiftKey ? all[0] : all.at(-1)
    if (document.activeElement !== end && document.activeElement !== popup.current) return
    event.preventDefault()
    const next = event.shiftKey ? all.at(-1) : all[0]
    next?.focus()
  }
  return createPortal(
    <div
      ref={popup}
      id={props.id}
      className="popover"
      role="dialog"
      tabIndex={-1}
      aria-labelledby={titleId}
      popover="manual"
      onKeyDown={onKeyDown}
    >
      <h2 id={titleId} className="popover-title">
        {props.title}
      </h2>
      {props.children}
    </div>,
    homeOf(props.anchor.current),
  )
}
