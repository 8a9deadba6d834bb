import { readTabStored } from './consented-storage.ts'

/** The router stores the scroll position of each history entry here when a document is left. */
export const SCROLL_POSITIONS = 'savepoint.scroll'

/** Returns the scroll position of this location when the document was left, in px. */
export function topWhenLeft(locationKey: string): number {
  const top = (readTabStored(SCROLL_POSITIONS) as Record<string, unknown> | null)?.[locationKey]
  return typeof top === 'number' ? top : 0
}
