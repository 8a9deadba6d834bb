import { plausibleYear } from './catalogue.rules.ts'
import { normaliseForSearch } from './search-name.rules.ts'

/**
 * How long a list is cached before its source is queried again, in milliseconds (R-CACHE-13). These constants and rules
 * apply to the lists of every source (002 §9).
 */
export const LIST_LIFETIME_MS = 5 * 60_000
/**
 * How long a request waits for a live source; then it returns stored data, and the late response is cached for the next
 * request.
 */
export const LIST_TIMEOUT_MS = 2_500
/** A request for a game that is not stored waits longer, because there is nothing to show in the meantime. */
export const GAME_TIMEOUT_MS = 5_000
/**
 * A validation waits longest, because it needs a definite result and the retries alone take six seconds; the browser
 * gives up after ten.
 */
export const VALIDATION_TIMEOUT_MS = 8_000
/** How long a proxied query waits for its source. */
export const PROXY_TIMEOUT_MS = 5_000

/**
 * The assumed number of games if the source provides none (R-CAT-13), and the assumed length of lists without a count
 * (R-CAT-14).
 */
export const ASSUMED_TOTAL = 100_000
export const ASSUMED_RANKED_TOTAL = 500
const MAX_SEARCH_TOTAL = 1_000

/** Returns the promised total of a search without a count: ten times its results, at most 1000 (R-CAT-15). */
export function assumedSearchTotal(results: number): number {
  return Math.min(10 * results, MAX_SEARCH_TOTAL)
}

/** Returns the share of each source in a page of two sources (R-CAT-17). */
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

/** Returns a key that is equal for games of two sources with the same name and year (C38). */
export function sameGameKey(game: Named, now: Date): string {
  return `${normaliseForSearch(game.name)} ${plausibleYear(game.firstReleaseDate, now) ?? '?'}`
}

/** Merges lists: the games of the first source, and those of the others that it does not have. */
export function mergedGames<G extends Named & { id: string }>(lists: readonly (readonly G[])[], now: Date): G[] {
  const merged = new Map<string, G>()
  const ids = new Set<string>()
  for (const games of lists)
    for (const game of games) {
      const key = sameGameKey(game, now)
      // One source may have two games with the same name and year; only games of different sources are merged.
      const other = merged.get(key)
      if (ids.has(game.id) || (other && other.id.slice(0, 5) !== game.id.slice(0, 5))) continue
      ids.add(game.id)
      merged.set(other ? `${key} ${game.id}` : key, game)
    }
  return [...merged.values()]
}

/** Interleaves lists, so that a page alternates between its sources. */
export function interleaved<G>(lists: readonly (readonly G[])[]): G[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}
