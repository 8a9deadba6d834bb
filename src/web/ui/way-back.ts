import { useRef } from 'react'
import { whenThere } from '../when-there.ts'

/** Where the focus returns to when a popup closes: the elements of the way back, nearest first. */
const waysBack = new WeakMap<Element, readonly HTMLElement[]>()

/**
 * Returns the element and its ancestors, from the inside out. A popup is followed by the button that has opened it, because
 * a dialog that an item of a menu opens outlives the menu.
 */
function wayOut(element: Element | null): HTMLElement[] {
  const way: HTMLElement[] = []
  for (let one = element; one instanceof HTMLElement; one = one.parentElement) {
    way.push(one)
    const back = waysBack.get(one)
    if (back) return [...way, ...back]
  }
  return way
}

/** Records that the focus leads from an open popup back to its anchor. */
export function belongsTo(anchor: Element | null, popup: Element | null): void {
  if (popup) waysBack.set(popup, wayOut(anchor))
}

const CONTROL = 'a[href], button:not(:disabled), input, textarea, select, [tabindex]'

/** An element of a menu or a dialog that is closing is still in the document. */
const isLeft = (element: Element) => element.isConnected && !element.closest('[data-closed]')

/** The actions of a poster are hidden again when the pointer leaves it. */
const isThere = (element: HTMLElement) =>
  isLeft(element) && element.checkVisibility?.({ visibilityProperty: true }) !== false

/** Returns the nearest element of a way out that can have the focus. */
const nearestOf = (way: readonly HTMLElement[]) => way.find((element) => isThere(element) && element.matches(CONTROL))

/** Returns the nearest control around an element that is hidden now, such as the link of a poster. */
function besideOf(way: readonly HTMLElement[]): HTMLElement | undefined {
  for (const around of way) {
    const found = [around, ...around.querySelectorAll<HTMLElement>(CONTROL)].find(
      (element) => element.matches(CONTROL) && isThere(element),
    )
    if (found) return found
  }
  return undefined
}

/**
 * Moves the focus on if the element that it has returned to leaves the document, with the row that a dialog or a menu has deleted:
 * to the nearest that is left on the way out.
 */
function followOut(element: HTMLElement, way: readonly HTMLElement[]): void {
  whenThere(
    () => !element.isConnected && document.activeElement === document.body && nearestOf(way),
    (left) => left.focus({ preventScroll: true }),
  )
}

/**
 * Returns the element that gets the focus when a popup closes: its anchor, unless the focus has gone elsewhere already, by
 * Tab or a press.
 */
export function focusAfter(anchor: Element | null, popup: Element | null): HTMLElement | false {
  const { activeElement } = document
  const isElsewhere = activeElement !== document.body && !activeElement?.closest('.floating')
  if (isElsewhere || !(anchor instanceof HTMLElement)) return false
  followOut(anchor, (popup && waysBack.get(popup)) ?? [])
  return anchor
}

/**
 * Returns what a dialog calls when it opens and closes. `remember` records what has the focus. `wayBack` returns what gets it
 * back: `true` for what had it; if that is gone, the nearest on the way out that can have it; `false` if the focus has gone
 * elsewhere already. What had it may also leave later, with the row that the dialog has deleted.
 */
export function useWayBack() {
  const dialog = useRef<HTMLDivElement>(null)
  const way = useRef<HTMLElement[]>([])
  return {
    dialog,
    remember: () => {
      way.current = wayOut(document.activeElement)
      if (dialog.current) waysBack.set(dialog.current, way.current)
    },
    wayBack: (): HTMLElement | boolean => {
      const [opener, ...rest] = way.current
      if (!opener || opener === document.body) return true
      if (isThere(opener)) {
        followOut(opener, rest)
        return opener
      }
      const { activeElement } = document
      const isElsewhere = activeElement && activeElement !== document.body && isLeft(activeElement)
      if (isElsewhere && !dialog.current?.contains(activeElement)) return false
      const left = way.current.filter(isLeft)
      return (left[0] && !isThere(left[0]) ? besideOf(left) : nearestOf(left)) ?? true
    },
  }
}
