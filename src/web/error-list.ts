import { type ToastInput, toast, toastStore } from './ui/toasts.ts'

/** More wait for no turn: what breaks in a row is one trouble, and a queue of toasts would be another. */
const MOST_LISTED = 5

/** Errors that are yet to be told; the first one is. */
const list: ToastInput[] = []
let shownId: number | null = null
let isWatching = false

/**
 * The global error list (R-ERR-03): each error gets a toast of its own, which goes after its five seconds, and with it the
 * error leaves the list. One is shown at a time (R-ERR-04); alike ones are told once.
 */
export function showGlobalError(title: string, description: string): void {
  if (list.length >= MOST_LISTED || list.some((known) => known.title === title && known.description === description))
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

/** The toast of the first one is gone, or another has taken its place: then the next one waits for that. */
function goOn(): void {
  const current = toastStore.get()
  if (shownId !== null && current?.id !== shownId) {
    shownId = null
    list.shift()
  }
  if (current === null && shownId === null) show()
}
