/** Why the consent bar is open: nothing was chosen yet, or a person wants to choose anew. Null: it is closed. */
export type ConsentBarState = 'first' | 'again' | null

let asking: ConsentBarState = null
const listeners = new Set<() => void>()

export const whyOpen = (): ConsentBarState => asking

export function setAsking(next: ConsentBarState): void {
  asking = next
  for (const listener of listeners) listener()
}

export function onAsking(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
