import { readTabStored } from './consented-storage.ts'

/** Where the router writes down, when a document is left, how far down each entry of the history was. */
export const SCROLL_POSITIONS = 'savepoint.scroll'

/** How far down the page of this location was when the document was left, in px. */
export function topWhenLeft(locationKey: string): number {
  const top = (readTabStored(SCROLL_POSITIONS) as Record<string, unknown> | null)?.[locationKey]
  return typeof top === 'number' ? top : 0
}
