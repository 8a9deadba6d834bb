/** A smaller difference is a browser toolbar, not a keyboard. */
const KEYBOARD_PX = 150

/**
 * Sets `--keyboard` to the height that the keyboard of a phone covers at the foot of the window, for what stands there. Only iOS
 * lays the keyboard over the page; elsewhere the window shrinks (`interactive-widget` in document.tsx). Returns a function that
 * ends it.
 */
export function watchKeyboard(): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  const { style } = document.documentElement
  const fit = () => {
    const isOpen = window.innerHeight - viewport.height > KEYBOARD_PX && viewport.scale < 1.1
    const covered = window.innerHeight - viewport.height - viewport.offsetTop
    if (isOpen) style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
    else style.removeProperty('--keyboard')
    // iOS moves the page up to show the field, which a page that fills the window shows anyway.
    if (isOpen && document.querySelector('main > .fills')) window.scrollTo({ top: 0 })
  }
  viewport.addEventListener('resize', fit)
  viewport.addEventListener('scroll', fit)
  return () => {
    viewport.removeEventListener('resize', fit)
    viewport.removeEventListener('scroll', fit)
  }
}
