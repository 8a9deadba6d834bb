import { type PointerEvent, useRef } from 'react'

/** Handlers for a touch held 400 ms in place; the click and the system's menu that would follow are swallowed. */
export function useLongPress(onHold: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0 })
  const held = useRef(false)
  if (!onHold) return undefined
  const stop = () => clearTimeout(timer.current)
  return {
    onPointerDown: (event: PointerEvent) => {
      held.current = false
      if (event.pointerType !== 'touch') return
      from.current = { x: event.clientX, y: event.clientY }
      stop()
      timer.current = setTimeout(() => {
        held.current = true
        navigator.vibrate?.(8)
        onHold()
      }, 400)
    },
    onPointerMove: (event: PointerEvent) => {
      if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > 10) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event: React.MouseEvent) => {
      if ((event.nativeEvent as { pointerType?: string }).pointerType === 'touch') event.preventDefault()
    },
    onClickCapture: (event: React.MouseEvent) => {
      if (!held.current) return
      held.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
