import type { RefObject } from 'react'

/** Where a popup stands beside its anchor; it goes to the other side where there is more room. */
export interface Placement {
  align?: 'start' | 'center' | 'end'
  side?: 'bottom' | 'top' | 'left' | 'right'
}

/** The open popup of a small trigger, whose code loads when it is first needed. */
export interface PopupProps extends Placement {
  id?: string
  open: boolean
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

/**
 * Returns the properties of Base UI's positioner: 6 px beside the anchor, 8 px from the window's edge, and over the anchor
 * where it fits on neither side, so that everything in it is visible.
 */
export const positionOf = ({ anchor, align = 'start', side = 'bottom' }: Pick<PopupProps, 'anchor'> & Placement) =>
  ({ anchor, align, side, sideOffset: 6, collisionPadding: 8, sticky: true, positionMethod: 'fixed' }) as const

/**
 * Returns where a popup of this anchor belongs in the document: its dialog or the page's content, so that the popup is in
 * a landmark and above its dialog.
 */
export const homeOf = (anchor: Element | null): HTMLElement =>
  anchor?.closest<HTMLElement>('[role=dialog]') ?? document.querySelector('main') ?? document.body

interface OpenChange {
  reason: string
  event: Event
}

/**
 * Returns whether a popup stays open although a press or the focus went elsewhere: to its anchor, which opens and closes
 * it, or to a toast, which lies above everything.
 */
export function staysOpen({ reason, event }: OpenChange, anchor?: Element | null): boolean {
  const to = reason === 'focus-out' ? (event as FocusEvent).relatedTarget : event.target
  return (
    (reason === 'outside-press' || reason === 'focus-out') &&
    to instanceof Element &&
    (anchor?.contains(to) || to.closest('.toasts') !== null)
  )
}
