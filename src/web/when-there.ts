/**
 * Calls `act` with what `find` returns: at once, or after the change of the document that lets it return something. What moves the
 * focus or scrolls waits with it for its target, which a slow machine renders later. The waiting ends without a call when the person
 * presses a key, touches or scrolls, because they are somewhere else then. Returns a function that ends it.
 */
export function whenThere<Found>(
  find: () => Found | null | undefined | false,
  act: (found: Found) => void,
): () => void {
  return untilPersonActs((end) => {
    const found = find()
    if (!found) return
    end()
    act(found)
  })
}

/** Returns whether an element is visible, so that it can have the focus. */
export const isShown = (element: Element): boolean =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden'

/**
 * Gives the focus to what `find` returns, as soon as it is there and nothing else has it. If what got it is rendered again, as a slow
 * page does, the new one gets it. Ends when the person acts. Returns a function that ends it.
 */
export function focusWhenThere(
  find: () => HTMLElement | null | undefined | false,
  focus: (element: HTMLElement) => void = (element) => element.focus({ preventScroll: true }),
): () => void {
  let given: Element | null = null
  return untilPersonActs(() => {
    const { activeElement, body } = document
    if (activeElement && activeElement === given) return
    const isLost = !activeElement || activeElement === body || activeElement.id === 'main' || !isShown(activeElement)
    const found = isLost && find()
    if (!found || found === activeElement) return
    given = found
    focus(found)
  })
}

/** Calls `look` now and after each change of the document, until it calls `end` or the person acts. Returns a function that ends it. */
function untilPersonActs(look: (end: () => void) => void): () => void {
  const ended = new AbortController()
  const end = () => ended.abort()
  look(end)
  if (ended.signal.aborted) return end
  const observer = new MutationObserver(() => look(end))
  observer.observe(document, { subtree: true, childList: true, attributes: true })
  ended.signal.addEventListener('abort', () => observer.disconnect())
  for (const type of ['keydown', 'pointerdown', 'wheel'])
    document.addEventListener(type, end, { capture: true, passive: true, signal: ended.signal })
  return end
}
