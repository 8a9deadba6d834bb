import { type PointerEvent, useRef } from 'react'

const HOLD_MS = 400

/** Returns handlers for a touch held 400 ms in place; they suppress the click and the system's menu that would follow. */
export function useLongPress(onHold: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0, at: 0 })
  if (!onHold) return undefined
  const stop = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const hold = () => {
    stop()
    swallowNextClick()
    navigator.vibrate?.(8)
    onHold()
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') return
      from.current = { x: event.clientX, y: event.clientY, at: event.timeStamp }
      stop()
      timer.current = setTimeout(hold, HOLD_MS)
    },
    onPointerMove: (event: PointerEvent) => {
      if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > 10) stop()
    },
    onPointerUp: ({ timeStamp }: PointerEvent) => {
      // On a busy page the timer may be late. The event says when the finger was lifted.
      if (timer.current !== undefined && timeStamp - from.current.at >= HOLD_MS) hold()
      else stop()
    },
    onPointerCancel: stop,
    onContextMenu: (event: React.MouseEvent) => {
      if ((event.nativeEvent as { pointerType?: string }).pointerType === 'touch') event.preventDefault()
    },
  }
}

/**
 * The finger is lifted over what has opened in the meantime, and its click would land there. On a busy page it comes late;
 * none comes after a longer touch, so the next touch or key ends the wait.
 */
function swallowNextClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    end()
  }
  const end = () => {
    removeEventListener('click', swallow, true)
    removeEventListener('pointerdown', end, true)
    removeEventListener('keydown', end, true)
  }
  addEventListener('click', swallow, true)
  addEventListener('pointerdown', end, true)
  addEventListener('keydown', end, true)
}
