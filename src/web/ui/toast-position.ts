/** Controls that a person may want to press during a toast, and the bars that contain such controls. */
const PRESSED = 'button, input, select, textarea, summary, a.btn, [role=button], nav a, .dialog-foot'
/** If every place has a control, as in a grid of posters, at least these bars stay uncovered. */
const BARS = '.bottom, .dialog-foot'

/** The gap between the toast and the controls, in CSS pixels. */
const GAP = 8
const STEP = 16

/** Raises the region of toasts so that the toast covers no control; at most by half of the window. */
export function placeToast(region: HTMLElement): void {
  if (!document.elementsFromPoint) return
  if (!raise(region, PRESSED)) raise(region, BARS)
}

function raise(region: HTMLElement, selector: string): boolean {
  let by = 0
  region.style.removeProperty('--raise')
  // Each round uncovers at least one row of controls.
  for (let rounds = 0; rounds < 8; rounds += 1) {
    const top = topOfCovered(region, selector)
    if (top === null) return true
    by += region.getBoundingClientRect().bottom - top + GAP
    if (by > window.innerHeight / 2) break
    region.style.setProperty('--raise', `${by}px`)
  }
  region.style.removeProperty('--raise')
  return false
}

/** Returns the upper edge of the highest matching element under the toast; null if there is none. */
function topOfCovered(region: HTMLElement, selector: string): number | null {
  const toast = region.firstElementChild?.getBoundingClientRect()
  // Measures the region, because the toast itself is still moving in.
  const { top, bottom } = region.getBoundingClientRect()
  if (!toast || bottom <= top) return null
  let highest: number | null = null
  for (let y = top - GAP / 2; y < bottom + GAP; y += STEP)
    for (let x = toast.left; x <= toast.right; x += STEP) {
      const under = document.elementsFromPoint(x, y).find((element) => !region.contains(element))
      const covered = under?.closest(selector)
      if (covered) highest = Math.min(highest ?? Infinity, covered.getBoundingClientRect().top)
    }
  return highest
}
