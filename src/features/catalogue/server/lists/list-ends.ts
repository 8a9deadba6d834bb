import type { Clock } from '#server/clock.ts'
import { LIST_LIFETIME_MS } from '../../lists.rules.ts'

const MAX = 2_000

/** Remembers lists that ended before their promised total, so that no page link leads to an empty page (C40). */
export interface ListEnds {
  /** Records that the list has at most this many games. */
  found: (list: string, most: number) => void
  /** Returns the promised total, or less. */
  bounded: (list: string, total: number) => number
}

/** Creates the store in the memory of this node; an entry lives as long as a cached list. */
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
      if (ends.size > MAX) ends.delete(ends.keys().next().value as string)
    },
    bounded: (list, total) => Math.min(total, known(list)),
  }
}
