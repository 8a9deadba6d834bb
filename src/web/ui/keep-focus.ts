/**
 * Keeps the focus in an open dialog. A field that is disabled while the dialog saves loses the focus, and gets it back with the
 * answer, where the person corrects it. If the focused element is removed, the dialog itself gets the focus. Returns a function
 * that ends it.
 */
export function keepFocusIn(dialog: HTMLElement): () => void {
  let last: HTMLElement | null = null
  let wasDisabled = false
  const onFocus = ({ target }: FocusEvent) => {
    last = target as HTMLElement
    wasDisabled = false
  }
  const onChange = () => {
    if (!last) return
    if (last.isConnected && last.matches(':disabled')) wasDisabled = true
    else if (document.activeElement === document.body && (wasDisabled || !last.isConnected))
      (last.isConnected ? last : dialog).focus({ preventScroll: true })
  }
  dialog.addEventListener('focusin', onFocus)
  const observer = new MutationObserver(onChange)
  observer.observe(dialog, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  return () => {
    dialog.removeEventListener('focusin', onFocus)
    observer.disconnect()
  }
}
