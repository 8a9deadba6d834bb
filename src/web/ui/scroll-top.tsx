import { useEffect, useState } from 'react'
import { useStore } from '../store.ts'
import { Icon } from './icon.tsx'
import { toastStore } from './toasts.ts'

/** The button appears after a page was scrolled this far, in pixels (R-GAME-31). */
const SCROLL_TOP_AFTER = 500

/** A button over the page's lower right corner that scrolls to the top. */
export function ScrollTop() {
  const [isFar, setFar] = useState(false)
  useEffect(() => {
    const look = () => setFar(window.scrollY > SCROLL_TOP_AFTER)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  // On a phone the toast has this place.
  const hasToast = useStore(toastStore) !== null
  if (!isFar || hasToast) return null
  return (
    <button
      type="button"
      className="scroll-top"
      aria-label="Back to top"
      data-tip="Back to top"
      onClick={() => {
        const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
        window.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' })
        // The button disappears, and the focus would be lost with it.
        document.getElementById('main')?.focus({ preventScroll: true })
      }}
    >
      <Icon name="up" size={20} />
    </button>
  )
}
