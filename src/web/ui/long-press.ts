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
  const hold = (isLifted: boolean) => {
    stop()
    swallowNextClick(isLifted)
    navigator.vibrate?.(8)
    onHold()
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') return
      from.current = { x: event.clientX, y: event.clientY, at: event.timeStamp }
      stop()
      timer.current = setTimeout(hold, HOLD_MS, false)
    },
    onPointerMove: (event: PointerEvent) => {
      if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > 10) stop()
    },
    onPointerUp: ({ timeStamp }: PointerEvent) => {
      // On a busy page the timer may be late. The event says when the finger was lifted.
      if (timer.current !== undefined && timeStamp - from.current.at >= HOLD_MS) hold(true)
      else stop()
    },
    onPointerCancel: stop,
    onContextMenu: (event: React.MouseEvent) => {
      if ((event.nativeEvent as { pointerType?: string }).pointerType === 'touch') event.preventDefault()
    },
  }
}

/** The finger is lifted over what has opened in the meantime, and its click would land there. */
function swallowNextClick(isLifted: boolean): void {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const end = () => setTimeout(() => removeEventListener('click', swallow, true), 50)
  addEventListener('click', swallow, true)
  if (isLifted) return void end()
  const release = () => {
    removeEventListener('pointerup', release, true)
    removeEventListener('pointercancel', release, true)
    end()
  }
  addEventListener('pointerup', release, true)
  addEventListener('pointercancel', release, true)
}
