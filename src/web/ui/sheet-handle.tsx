import { type PointerEvent, useRef } from 'react'

/** A sheet that is dragged down by this share of its height closes when the finger is lifted. */
const FAR = 0.35
/** So does one that moves down at this speed then, in pixels per millisecond. */
const FLING = 0.5

/** The handle of a sheet: it follows the finger down, and goes back up unless it was dragged far or flung. */
export function SheetHandle({ onClose }: { onClose: () => void }) {
  const drag = useRef<{ sheet: HTMLElement; from: number; y: number; at: number; speed: number }>(null)

  const begin = (event: PointerEvent<HTMLElement>) => {
    const sheet = event.currentTarget.closest<HTMLElement>('[role=dialog]')
    if (!sheet || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { sheet, from: event.clientY, y: event.clientY, at: event.timeStamp, speed: 0 }
    sheet.style.transition = 'none'
  }
  const move = ({ clientY, timeStamp }: PointerEvent) => {
    const now = drag.current
    if (!now) return
    if (timeStamp > now.at) now.speed = (clientY - now.y) / (timeStamp - now.at)
    now.y = clientY
    now.at = timeStamp
    now.sheet.style.translate = `0 ${Math.max(0, clientY - now.from)}px`
  }
  const end = (event: PointerEvent) => {
    const now = drag.current
    drag.current = null
    if (!now) return
    const { sheet } = now
    sheet.style.transition = ''
    const isFar = now.y - now.from > sheet.offsetHeight * FAR
    const isFlung = now.y > now.from && now.speed > FLING
    if (event.type === 'pointerup' && (isFar || isFlung)) onClose()
    // With the styles of the closing sheet, or of the one that stays.
    requestAnimationFrame(() => {
      sheet.style.translate = ''
    })
  }
  return (
    <div
      className="sheet-handle"
      aria-hidden="true"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}
