/** Why the consent bar is open: nothing was chosen yet, or a person wants to choose anew. Null: it is closed. */
export type Asking = 'first' | 'again' | null

let asking: Asking = null
const listeners = new Set<() => void>()

export const whyOpen = (): Asking => asking

export function setAsking(next: Asking): void {
  asking = next
  for (const listener of listeners) listener()
}

export function onAsking(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
