import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

export interface Placement {
  align?: 'start' | 'center' | 'end'
  side?: 'bottom' | 'top' | 'left' | 'right'
}

const GAP = 6
const EDGE = 8

/** Puts the popup beside its anchor, on the other side where there is more room, and always inside the window. */
export function place(popup: HTMLElement, anchor: Element, { align = 'start', side = 'bottom' }: Placement): void {
  const a = anchor.getBoundingClientRect()
  const across = side === 'left' || side === 'right'
  popup.style.maxHeight = ''
  const { offsetWidth: width, offsetHeight: height } = popup
  const room = across
    ? { before: a.left, after: innerWidth - a.right, size: width }
    : { before: a.top, after: innerHeight - a.bottom, size: height }
  const wantsAfter = side === 'bottom' || side === 'right'
  const needed = room.size + GAP + EDGE
  const isAfter = wantsAfter
    ? room.after >= needed || room.after >= room.before
    : room.before < needed && room.after > room.before
  const along = (start: number, end: number, size: number) =>
    align === 'start' ? start : align === 'end' ? end - size : (start + end - size) / 2
  const clamp = (value: number, size: number, limit: number) => Math.max(EDGE, Math.min(value, limit - size - EDGE))
  if (across) {
    popup.style.left = `${isAfter ? a.right + GAP : a.left - GAP - width}px`
    popup.style.top = `${clamp(along(a.top, a.bottom, height), height, innerHeight)}px`
    return
  }
  // Where it fits on neither side it covers its anchor, so that every entry is visible.
  const tall = Math.min(height, innerHeight - 2 * EDGE)
  popup.style.maxHeight = `${innerHeight - 2 * EDGE}px`
  popup.style.left = `${clamp(along(a.left, a.right, width), width, innerWidth)}px`
  popup.style.top = `${clamp(isAfter ? a.bottom + GAP : a.top - GAP - tall, tall, innerHeight)}px`
}

/**
 * Positions a popup in the top layer beside its anchor while it is mounted, and calls back when a press or the focus goes
 * elsewhere. The anchor handles presses on itself.
 */
export function useFloating(
  popup: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  placement: Placement,
  onLeave: () => void,
): void {
  const leave = useRef(onLeave)
  leave.current = onLeave
  const { align, side } = placement
  useLayoutEffect(() => {
    const element = popup.current
    const from = anchor.current
    if (!element || !from) return
    element.showPopover?.()
    const put = () => place(element, from, { ...(align && { align }), ...(side && { side }) })
    put()
    const onScroll = (event: Event) => {
      if (!(event.target instanceof Node && element.contains(event.target))) put()
    }
    window.addEventListener('resize', put)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      window.removeEventListener('resize', put)
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [popup, anchor, align, side])
  useEffect(() => {
    const onOutside = (event: Event) => {
      const target = event.target
      if (!(target instanceof Element)) return
      if (popup.current?.contains(target) || anchor.current?.contains(target) || target.closest('.toasts')) return
      leave.current()
    }
    document.addEventListener('pointerdown', onOutside, { capture: true })
    document.addEventListener('focusin', onOutside)
    return () => {
      document.removeEventListener('pointerdown', onOutside, { capture: true })
      document.removeEventListener('focusin', onOutside)
    }
  }, [popup, anchor])
}

/**
 * Returns where a popup of this anchor belongs in the document: its dialog or its landmark, so that the popup is in one
 * too.
 */
export function homeOf(anchor: Element | null): Element {
  return anchor?.closest('dialog, [role=dialog], main, header, footer') ?? document.body
}
