/** What a person may want to press while the toast is there, and the bars that hold such things. */
const PRESSED = 'button, input, select, textarea, summary, a.btn, [role=button], nav a, .dlg-foot'
/** Where everything can be pressed, as in a grid of posters, at least these stay free. */
const BARS = '.bottom, .dlg-foot'

/** Space between the toast and what it stays clear of, in CSS pixels. */
const GAP = 8
const STEP = 16

/** Raises the region of toasts so far that the toast covers nothing that can be pressed; at most by half of the window. */
export function placeToast(region: HTMLElement): void {
  if (!document.elementsFromPoint) return
  if (!raise(region, PRESSED)) raise(region, BARS)
}

function raise(region: HTMLElement, selector: string): boolean {
  let by = 0
  region.style.removeProperty('--raise')
  // Each round clears at least one row of controls.
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

/** The upper edge of the highest matching element under the toast; null where there is none. */
function topOfCovered(region: HTMLElement, selector: string): number | null {
  const toast = region.firstElementChild?.getBoundingClientRect()
  // The toast itself is still moving in; the region is where it will be.
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
