/** A source of numbers that gives the same ones for the same seed. */
export interface Random {
  /** A whole number from 0 to below the limit. */
  below: (limit: number) => number
  chance: (share: number) => boolean
  pick: <T>(list: readonly T[]) => T
  shuffled: <T>(list: readonly T[]) => T[]
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (share) => next() < share,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
    shuffled: (list) => {
      const rest = [...list]
      return list.map(() => rest.splice(below(rest.length), 1)[0] as never)
    },
  }
}
