import type { QueryClient } from '@tanstack/react-query'

/**
 * How the library tells features below it that something of it was written, without knowing them. `isProgress`: figures or
 * sessions, as R-PROG-09 means it. `app/browser.tsx` plugs in what follows.
 */
type Hear = (client: QueryClient, isProgress: boolean) => void

const listeners = new Set<Hear>()

/** Answers with what ends it. */
export function onLibraryWrite(hear: Hear): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

export function tellWrite(client: QueryClient, isProgress: boolean): void {
  for (const hear of listeners) hear(client, isProgress)
}
