/**
 * Calls `act` with what `find` returns: at once, or after the change of the document that lets it return something. What moves the
 * focus or scrolls waits with it for its target, which a slow machine renders later. The waiting ends without a call when the person
 * presses a key, touches or scrolls, because they are somewhere else then. Returns a function that ends it.
 */
export function whenThere<Found>(
  find: () => Found | null | undefined | false,
  act: (found: Found) => void,
): () => void {
  const ended = new AbortController()
  const end = () => ended.abort()
  const look = () => {
    const found = find()
    if (!found) return false
    end()
    act(found)
    return true
  }
  if (look()) return end
  const observer = new MutationObserver(look)
  observer.observe(document, { subtree: true, childList: true, attributes: true })
  ended.signal.addEventListener('abort', () => observer.disconnect())
  for (const type of ['keydown', 'pointerdown', 'wheel'])
    document.addEventListener(type, end, { capture: true, passive: true, signal: ended.signal })
  return end
}
