import type { ShelfColor } from '../own-shelves.rules.ts'

/** Renders the color of a shelf. The name beside it says which shelf it is. */
export const ShelfDot = ({ color }: { color: ShelfColor }) => (
  <span className={`shelf-dot shelf-dot-${color}`} aria-hidden="true" />
)
