import type { Clock } from '#server/clock.ts'
import { LIST_LIFETIME_MS } from '../../lists.rules.ts'

const MOST = 2_000

/** Where lists were found to end that were promised longer, so that no page leads to one that is empty (C40). */
export interface ListEnds {
  /** The list has no more than so many games. */
  found: (list: string, most: number) => void
  /** The promised total, or less. */
  bounded: (list: string, total: number) => number
}

/** In the memory of this node, for as long as a list is kept. */
export function createListEnds(clock: Clock): ListEnds {
  const ends = new Map<string, { most: number; until: number }>()
  const known = (list: string) => {
    const end = ends.get(list)
    return end && end.until > clock().getTime() ? end.most : Infinity
  }
  return {
    found(list, most) {
      const least = Math.min(most, known(list))
      ends.delete(list)
      ends.set(list, { most: least, until: clock().getTime() + LIST_LIFETIME_MS })
      if (ends.size > MOST) ends.delete(ends.keys().next().value as string)
    },
    bounded: (list, total) => Math.min(total, known(list)),
  }
}
