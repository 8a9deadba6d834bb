import { type ToastInput, toast, toastStore } from './ui/toasts.ts'

/**
 * At most this many errors wait: consecutive failures have one cause, and a long queue of toasts would be another
 * nuisance.
 */
const MAX_LISTED = 5

/** Errors that wait to be shown; the first one is on screen. */
const list: ToastInput[] = []
let shownId: number | null = null
let isWatching = false

/**
 * Adds an error to the global error list (R-ERR-03). Each error gets a toast of its own, and leaves the list when that
 * disappears after five seconds. One toast is shown at a time (R-ERR-04); equal errors are shown once.
 */
export function showGlobalError(title: string, description: string): void {
  if (list.length >= MAX_LISTED || list.some((known) => known.title === title && known.description === description))
    return
  list.push({ title, description, tone: 'danger' })
  if (!isWatching) toastStore.subscribe(goOn)
  isWatching = true
  if (list.length === 1) show()
}

function show(): void {
  const [first] = list
  if (!first) return
  toast(first)
  shownId = toastStore.get()?.id ?? null
}

/**
 * Called when the toast of the first error has disappeared, or another toast has replaced it; the next error then waits
 * for that one.
 */
function goOn(): void {
  const current = toastStore.get()
  if (shownId !== null && current?.id !== shownId) {
    shownId = null
    list.shift()
  }
  if (current === null && shownId === null) show()
}
