/** Controls that a person may want to press during a toast, and the bars that contain such controls. */
const PRESSED = 'button, input, select, textarea, summary, a.btn, [role=button], nav a, .dialog-foot'
/** If every place has a control, as in a grid of posters, at least these bars stay uncovered. */
const BARS = '.bottom, .dialog-foot'

/** The gap between the toast and the controls, in CSS pixels. */
const GAP = 8

interface Place {
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Raises the region of toasts so that the toast covers no control; at most by half of the window. It compares boxes, and
 * asks the browser what lies at a point only for the few controls that the toast would cover: that question is slow.
 */
export function placeToast(region: HTMLElement): void {
  if (!document.elementsFromPoint) return
  region.style.removeProperty('--raise')
  const toast = region.firstElementChild?.getBoundingClientRect()
  // Measures the region, because the toast itself is still moving in.
  const { top, bottom } = region.getBoundingClientRect()
  if (!toast || bottom <= top) return
  const place = { left: toast.left, right: toast.right, top, bottom }
  const by = riseAbove(region, place, PRESSED) ?? riseAbove(region, place, BARS) ?? 0
  if (by > 0) region.style.setProperty('--raise', `${by}px`)
}

/** Returns how far a toast at this place must rise to cover no such element; null if that is more than half of the window. */
function riseAbove(region: HTMLElement, place: Place, selector: string): number | null {
  const boxes = [...document.querySelectorAll(selector)]
    .filter((element) => !region.contains(element))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.left < place.right && box.right > place.left)
  let by = 0
  while (by <= window.innerHeight / 2) {
    const raised = { ...place, top: place.top - by - GAP / 2, bottom: place.bottom - by + GAP }
    const covered = boxes.filter(({ element, box }) => isPressable(region, element, overlapOf(box, raised)))
    if (covered.length === 0) return by
    by = place.bottom + GAP - Math.min(...covered.map(({ box }) => box.top))
  }
  return null
}

function overlapOf(one: Place, other: Place): Place {
  return {
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  }
}

/** Returns whether a person can press the element in this part: it may be hidden, or behind a dialog or a bar. */
function isPressable(region: HTMLElement, element: Element, { left, right, top, bottom }: Place): boolean {
  if (bottom <= top) return false
  return [top + 1, (top + bottom) / 2, bottom - 1].some((y) => {
    const under = document.elementsFromPoint((left + right) / 2, y).find((each) => !region.contains(each))
    return under !== undefined && element.contains(under)
  })
}
