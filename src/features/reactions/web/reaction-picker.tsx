import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { homeOf, useFloating } from '#web/ui/floating.ts'
import { type Emoji, REACTIONS } from '../reactions.rules.ts'

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at < last ? at + 1 : 0),
  ArrowDown: (at, last) => (at < last ? at + 1 : 0),
  ArrowLeft: (at, last) => (at > 0 ? at - 1 : last),
  ArrowUp: (at, last) => (at > 0 ? at - 1 : last),
  Home: () => 0,
  End: (_at, last) => last,
}

/**
 * Shows the five emojis in a row; mount it to open it. Arrow keys move, Enter and Space choose, Esc returns the focus.
 */
export function ReactionPicker(props: {
  anchor: RefObject<HTMLElement | null>
  mine: Emoji | null
  onChoose: (emoji: Emoji) => void
  onClose: () => void
}) {
  const { anchor, mine, onClose } = props
  const popup = useRef<HTMLDivElement>(null)
  useFloating(popup, anchor, { side: 'top' }, onClose)
  const items = () => [...(popup.current?.querySelectorAll('button') ?? [])]
  const chosen = Math.max(
    0,
    REACTIONS.findIndex(({ emoji }) => emoji === mine),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on opening
  useEffect(() => {
    items()[chosen]?.focus({ preventScroll: true })
  }, [])
  const close = () => {
    anchor.current?.focus({ preventScroll: true })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') {
      // After Tab the focus moves on from the button.
      if (event.key === 'Escape') event.preventDefault()
      close()
      return
    }
    const all = items()
    const to = STEPS[event.key]?.(all.indexOf(document.activeElement as HTMLButtonElement), all.length - 1)
    if (to === undefined) return
    event.preventDefault()
    all[to]?.focus()
  }
  return createPortal(
    <div
      ref={popup}
      className="menu react-picker"
      role="menu"
      tabIndex={-1}
      aria-label="Choose a reaction"
      aria-orientation="horizontal"
      popover="manual"
      onKeyDown={onKeyDown}
    >
      {REACTIONS.map(({ emoji, label }, at) => (
        <button
          key={emoji}
          type="button"
          role="menuitemradio"
          aria-checked={emoji === mine}
          aria-label={label}
          tabIndex={at === chosen ? 0 : -1}
          data-tip={label}
          onClick={() => {
            close()
            props.onChoose(emoji)
          }}
        >
          <span className="react-emoji" aria-hidden="true">
            {emoji}
          </span>
        </button>
      ))}
    </div>,
    homeOf(anchor.current),
  )
}
