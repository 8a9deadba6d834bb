import { useRef, useState } from 'react'

/**
 * What an open dialog is about, for a dialog that is removed after its closing animation. `turn` is its key: each opening
 * is a dialog of its own, so the next one opens while the last one is closing, also when both happen before React renders.
 * `close` closes only the dialog for which it was rendered.
 */
export function useAsked<Asked>() {
  const turns = useRef(0)
  const [asked, setAsked] = useState<{ for: Asked; turn: number } | null>(null)
  return {
    asked,
    ask(wanted: Asked): void {
      turns.current += 1
      setAsked({ for: wanted, turn: turns.current })
    },
    close: () => setAsked((now) => (now === asked ? null : now)),
  }
}

/** The state of a dialog that its parent removes with `onClose` after the closing animation. */
export function useClosing(onClose: () => void) {
  const [isOpen, setOpen] = useState(true)
  function close(): void {
    setOpen(false)
    // The timeout lets the closing animation finish.
    setTimeout(onClose, 250)
  }
  return { isOpen, close }
}
