/** Pseudorandom numbers that are the same for the same seed. */
export interface SeededRandom {
  /** 0 to 1, without 1. */
  next: () => number
  between: (low: number, high: number) => number
  /** A whole number, both ends included. */
  whole: (low: number, high: number) => number
  chance: (probability: number) => boolean
  /** Around 0, mostly within -1 and 1. */
  bell: () => number
}

export function seededRandom(seed: string): SeededRandom {
  let state = 2166136261
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) as number), 16777619)
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))
  return {
    next,
    between,
    whole,
    chance: (probability) => next() < probability,
    bell: () => (next() + next() + next() + next() - 2) / 1.2,
  }
}

/** Returns a version 7 UUID for the given time. */
export function uuidAt(at: Date, random: SeededRandom): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  const digits = Array.from({ length: 18 }, () => random.whole(0, 15).toString(16)).join('')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(0, 3)}-a${digits.slice(3, 6)}-${digits.slice(6)}`
}
