import { normaliseForSearch, plausibleYear } from './catalogue.rules.ts'

// What the lists of the catalogue ask for and what they promise, whoever answers (002 §9).

/** A list asks its source anew after this time, milliseconds (R-CACHE-13). */
export const LIST_LIFETIME_MS = 5 * 60_000
/** So long a reader waits for a live source; then what is stored is shown and the answer serves the next reader. */
export const LIST_TIMEOUT_MS = 2_500
/** A game that is not stored has nothing to show meanwhile, so its reader waits longer. */
export const GAME_TIMEOUT_MS = 5_000
/** Whoever validates an id wants the truth and no page, and the retries alone wait six seconds; a call is given up after ten. */
export const VALIDATION_TIMEOUT_MS = 8_000
/** A question that is passed on to a source. */
export const PROXY_TIMEOUT_MS = 5_000

/** How many games there are when nobody says (R-CAT-13), and how long the lists without a count are (R-CAT-14). */
export const ASSUMED_TOTAL = 100_000
export const ASSUMED_RANKED_TOTAL = 500
const MOST_SEARCH_TOTAL = 1_000

/** A search without a count is promised ten times what it shows, at most 1000 (R-CAT-15). */
export function assumedSearchTotal(results: number): number {
  return Math.min(10 * results, MOST_SEARCH_TOTAL)
}

/** Each source's part of a page that two sources share (R-CAT-17). */
export function sharedPageSize(pageSize: number): number {
  return Math.ceil(pageSize / 2)
}

export function totalsOf(total: number, limit: number): { totalGames: number; totalPages: number } {
  return { totalGames: total, totalPages: Math.ceil(total / limit) }
}

export interface Named {
  name: string
  firstReleaseDate: number | null
}

/** Two sources mean the same game when name and year agree (C38). */
export function sameGameKey(game: Named, now: Date): string {
  return `${normaliseForSearch(game.name)} ${plausibleYear(game.firstReleaseDate, now) ?? '?'}`
}

/** The first source's games, and of the others' those that it has not got. */
export function mergedGames<G extends Named & { id: string }>(lists: readonly (readonly G[])[], now: Date): G[] {
  const merged = new Map<string, G>()
  const ids = new Set<string>()
  for (const games of lists)
    for (const game of games) {
      const key = sameGameKey(game, now)
      // One source may well have two games of one name and year; only another source's is the same.
      const other = merged.get(key)
      if (ids.has(game.id) || (other && other.id.slice(0, 5) !== game.id.slice(0, 5))) continue
      ids.add(game.id)
      merged.set(other ? `${key} ${game.id}` : key, game)
    }
  return [...merged.values()]
}

/** Lists read alternately, so that half a page of each is not one half after the other. */
export function interleaved<G>(lists: readonly (readonly G[])[]): G[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}
