/** Returns the dialog, sheet or picture that is open over the page; null if there is none. */
export function openDialog(): Element | null {
  return [...document.querySelectorAll(':is(.dialog, .sheet, .stage)[data-open]')].at(-1) ?? null
}

/** Calls `onChange` after a change of the document that may have opened or closed a dialog. Returns a function that stops it. */
export function watchDialogs(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-open'] })
  return () => observer.disconnect()
}
