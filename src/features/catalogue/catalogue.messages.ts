/**
 * The catalogue's sentences, to the letter of the documents. The server answers them when it fails itself (status 500, 502,
 * 503); the browser shows them whatever kept the answer from coming. Which control shows which is in C47.
 */

/** The list of games (R-CAT-33). */
export const GAMES_FAILED = 'Failed to fetch games'
/** What the list can be filtered by (R-CAT-34). */
export const METADATA_FAILED = 'Failed to fetch metadata'
/** The search of the catalogue and of the playlist editor (R-CAT-35). */
export const SEARCH_FAILED = 'Failed to search games'
/** One game (R-CAT-36). */
export const DETAILS_FAILED = 'Failed to fetch game details'
/** The browser's whole list of platforms (R-CAT-37). */
export const PLATFORMS_FAILED = 'Failed to fetch platforms'
/** Status 503: every source fails and nothing stored matches (R-CAT-38). */
export const SEARCH_UNAVAILABLE = 'All search services are unavailable'
/** Status 404 (R-CAT-01). */
export const GAME_NOT_FOUND = 'Game not found'
/** Status 400 (R-CAT-09). */
export const EMPTY_QUERY = 'Search query cannot be empty'
/** A write was not able to learn whether the game exists. */
export const EXISTENCE_FAILED = 'Failed to verify game existence'
/** A write was not able to store the game. */
export const ADDING_FAILED = 'Failed to add game to database'

/** What the browser says when a game comes with neither 200 nor 404 (R-CAT-01, C50). */
export function gameFailedText(status: number, statusText: string): string {
  return `Failed to fetch game: ${status} ${statusText}`
}

// What stands in for a game in a bulk answer; `n` is the id at its source, without a prefix (C46).

/** No source knows it (R-CAT-44); developer and genre say the rest. */
export const unknownGameName = (n: string) => `Unknown Game (ID: ${n})`
export const DATA_UNAVAILABLE = 'Data unavailable'
export const DATA_MISSING = 'Game Data Missing'
/** The source failed and will be asked again (R-CAT-45). */
export const loadingGameName = (n: string) => `Game ${n} (Loading...)`
/** The source failed so often that it is not asked again for now (R-CAT-46). */
export const failedGameName = (n: string) => `Game ${n} (Error)`
/** Neither id nor name. */
export const UNKNOWN_GAME = 'Unknown Game'
