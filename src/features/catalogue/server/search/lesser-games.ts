import type { Candidate } from './search.queries.ts'

// IGDB's game_type: 1 DLC, 2 expansion, 3 bundle, 5 mod, 6 episode, 7 season, 13 pack, 14 update, 12 fork. Standalone
// expansions (4), remakes (8), remasters (9), expanded games (10) and ports (11) are games that people search for.
const LESSER_TYPES = new Set([1, 2, 3, 5, 6, 7, 12, 13, 14])

/** Patterns in a name that mark a lesser game, and in a query that requests one. */
const SIGNS: readonly RegExp[] = [
  /\b(edition|version|collection|anthology|trilogy|bundle|compilation|pack|complete|deluxe|goty|remix)\b/i,
  /\[?\b(hack|h\d*|romhack|mod|homebrew|pirate|unl|aftermarket)\b[\])]/i,
  /\(.*\b(demo|beta|alpha|proto|prototype|sample|kiosk|trial)\b.*\)/i,
  /\b(demo|prototype|soundtrack|dlc|season pass|add-on|addon|expansion|trainer|mod)\b/i,
  /[([](usa|europe|japan|world|germany|france|korea|brazil|australia|asia|taiwan|china|spain|italy|set|disk|disc)\b/i,
]

/**
 * Returns whether a game is a part or an edition of another. Only the ranking of a search uses it. Which games lists
 * show is decided by the SQL function `game_facets`, and at IGDB by `catalogueOf` in `igdb-lists.ts` (decision 0051).
 */
export function belongsToAnother({ game_type, parent_id }: Pick<Candidate, 'game_type' | 'parent_id'>): boolean {
  if (parent_id === null) return false
  return game_type === null || game_type === 0 || LESSER_TYPES.has(game_type)
}

/**
 * Returns true for an edition, a hack, a demo, a collection, a regional variant or an add-on, which most people who
 * type a name do not mean. A sign does not count if the query contains it too. `typed` is normalised, between spaces.
 */
export function isLesser(
  { name, game_type, parent_id }: Pick<Candidate, 'name' | 'game_type' | 'parent_id'>,
  typed: string,
): boolean {
  if (game_type !== null && LESSER_TYPES.has(game_type)) return true
  if (belongsToAnother({ game_type, parent_id })) return true
  return SIGNS.some((sign) => {
    const found = sign
      .exec(name)?.[0]
      .toLowerCase()
      .match(/[a-z]+/g)
    return !!found && !found.some((word) => typed.includes(` ${word} `))
  })
}
