import { platformIdOf } from '#features/catalogue/server/catalogue.service.ts'
import type { RecordPlatforms } from './matching.rules.ts'

/** By IGDB's id: platforms whose games also run on this one, or whose games are often shelved under it. */
const ALSO_RUN: Record<number, readonly number[]> = {
  3: [6, 14, 13],
  5: [21],
  6: [3, 13, 14, 82, 163, 161, 385],
  8: [7],
  9: [7, 8],
  12: [11],
  14: [6, 3],
  19: [306],
  20: [24],
  24: [22, 33],
  22: [33],
  29: [78, 30],
  37: [20, 159],
  38: [7],
  41: [5],
  46: [38, 7],
  48: [165],
  49: [12, 11],
  79: [136, 52],
  86: [150],
  150: [86],
  163: [6],
  165: [48],
  167: [48, 390],
  169: [49, 12, 11],
  386: [384],
  390: [167],
  471: [386, 384],
  508: [130],
}

/** Platforms that files do not tell apart. */
const SAME: readonly (readonly number[])[] = [
  [18, 99, 51],
  [19, 58],
  [20, 159],
  [37, 137],
  [86, 128],
  [79, 80],
  [6, 13],
]

/** Returns IGDB's ids of the platforms that a file names in its own words. Unknown words are left out. */
export function platformsOf(names: readonly string[]): RecordPlatforms {
  const ids = names.flatMap((name) => platformIdOf(name) ?? [])
  const named = ids.flatMap((id) => SAME.find((group) => group.includes(id)) ?? [id])
  return { named: new Set(named), alsoRun: new Set(named.flatMap((id) => ALSO_RUN[id] ?? [])) }
}
