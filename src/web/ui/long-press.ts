import { type PointerEvent, useRef } from 'react'

/** Returns handlers for a touch held 400 ms in place; they suppress the click and the system's menu that would follow. */
export function useLongPress(onHold: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0 })
  if (!onHold) return undefined
  const stop = () => clearTimeout(timer.current)
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') return
      from.current = { x: event.clientX, y: event.clientY }
      stop()
      timer.current = setTimeout(() => {
        swallowNextClick()
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
  }
}

/** The finger is lifted over what has opened in the meantime, and its click would land there. */
function swallowNextClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const release = () => {
    removeEventListener('pointerup', release, true)
    removeEventListener('pointercancel', release, true)
    setTimeout(() => removeEventListener('click', swallow, true), 50)
  }
  addEventListener('click', swallow, true)
  addEventListener('pointerup', release, true)
  addEventListener('pointercancel', release, true)
}
