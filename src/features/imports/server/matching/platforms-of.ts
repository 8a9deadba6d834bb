import { platformIdOf } from '#features/catalogue/server/catalogue.service.ts'

/** By IGDB's id: platforms whose games also run on this one, or that files do not distinguish from it. */
const ALSO_RUNS: Record<number, readonly number[]> = {
  3: [6, 14, 13],
  5: [21],
  6: [3, 13, 14, 82, 163, 161, 385],
  8: [7],
  9: [7, 8],
  12: [11],
  13: [6],
  14: [6, 3],
  18: [99, 51],
  19: [58, 306],
  20: [159, 24],
  24: [22, 33],
  22: [33],
  29: [78, 30],
  37: [137, 20, 159],
  38: [7],
  41: [5],
  46: [38, 7],
  48: [165],
  49: [12, 11],
  51: [99, 18],
  58: [19],
  79: [80, 136, 52],
  80: [79],
  86: [150, 128],
  99: [18, 51],
  137: [37],
  150: [86],
  159: [20],
  163: [6],
  165: [48],
  167: [48, 390],
  169: [49, 12, 11],
  386: [384],
  390: [167],
  471: [386, 384],
  508: [130],
}

/** Returns IGDB's ids of the platforms that a file names, with those that their owner may mean too. Unknown words are left out. */
export function platformsOf(names: readonly string[]): Set<number> {
  const ids = names.flatMap((name) => platformIdOf(name) ?? [])
  return new Set(ids.flatMap((id) => [id, ...(ALSO_RUNS[id] ?? [])]))
}
