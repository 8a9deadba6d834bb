import { readTabStored } from './consented-storage.ts'

/** The router stores the scroll position of each history entry here when a document is left. */
export const SCROLL_POSITIONS = 'savepoint.scroll'

/** Returns the key of a location's position. Each document begins with the same key of its own, so there the address counts. */
export const keyOfPosition = ({ key, pathname }: { key: string; pathname: string }): string =>
  key === 'default' ? pathname : key

/** Returns the scroll position of this location when the document was left, in px. */
export function topWhenLeft(location: { key: string; pathname: string }): number {
  const top = (readTabStored(SCROLL_POSITIONS) as Record<string, unknown> | null)?.[keyOfPosition(location)]
  return typeof top === 'number' ? top : 0
}
