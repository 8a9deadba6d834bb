/**
 * The catalogue's messages, to the letter of the documents. The server returns them for its own failures (status 500,
 * 502, 503), and the browser shows them for any failed request. C47 says which control shows which message.
 */

import { TRY_LATER } from '#shared/sentences.ts'

/** For the list of games (R-CAT-33). */
export const GAMES_FAILED = 'Failed to fetch games'
/** For the filter lists (R-CAT-34). */
export const METADATA_FAILED = 'Failed to fetch metadata'
/** For the search of the catalogue and of the playlist editor (R-CAT-35). */
export const SEARCH_FAILED = 'Failed to search games'
/** For one game (R-CAT-36). */
export const DETAILS_FAILED = 'Failed to fetch game details'
/** For the browser's full list of platforms (R-CAT-37). */
export const PLATFORMS_FAILED = 'Failed to fetch platforms'
/** Status 503: every source fails and nothing stored matches (R-CAT-38). */
export const SEARCH_UNAVAILABLE = 'All search services are unavailable'
/** Status 404 (R-CAT-01). */
export const GAME_NOT_FOUND = 'Game not found'
/** Status 404, with `mergedInto`: the game that an admin has merged it into (decision 0119). */
export const GAME_MERGED = 'This game is now part of another one'
/** Of refused merges: 409, and 400. */
export const MERGE_REFUSALS = {
  mergedMeanwhile: 'Another admin has merged one of these games meanwhile. Look at both again.',
  sameGame: 'A game cannot be merged with itself',
  mergeNotFound: 'This merge is not there. Another admin may have split the games already.',
  notRecorded: 'This merge was made before merges could be split',
  recordDeleted: (date: string) =>
    `The games can no longer be split: what the merge had changed was kept until ${date}`,
  laterFirst: 'Another game was merged into this one later. Split that one first.',
} as const
export const MOVE_REFUSALS = {
  same: 'This is the same game already',
  notFound: 'This move can no longer be undone',
  laterFirst: 'You have moved one of these games again since. Undo that first.',
} as const
export const OWN_GAME_TEXTS = {
  tooMany: 'You have too many games of your own. Find some of them in the catalogue first.',
} as const
/** Status 400: more than a thousand characters. */
export const FILTER_TOO_LONG = 'This filter is too long'
/** Status 400 (R-CAT-09). */
export const EMPTY_QUERY = 'Search query cannot be empty'
/** A write could not determine whether the game exists. */
export const EXISTENCE_FAILED = 'Failed to verify game existence'
/** A write could not store the game. */
export const ADDING_FAILED = 'Failed to add game to database'
/** A source did not list the achievements of a game. */
export const ACHIEVEMENTS_FAILED = 'Failed to fetch achievements'
/** Status 403: a member sends achievements that the server cannot fetch itself (G15). */
export const ACHIEVEMENTS_UNVERIFIED = 'Only admins can add achievements of a game whose source does not list them'
/** Status 400 (R-BADGE-05). */
export const TOO_MANY_ACHIEVEMENTS = 'A game can have at most 50 achievements'

/** Returns the browser's sentence for a game response whose status is neither 200 nor 404 (R-CAT-01, C50). */
export function gameFailedText(status: number, statusText: string): string {
  return `Failed to fetch game: ${status} ${statusText}`
}

/**
 * Names of placeholder games in a bulk response; `n` is the id at the source, without a prefix (C46). This one is for a
 * game that no source knows (R-CAT-44); developer and genre explain it.
 */
export const unknownGameName = (n: string) => `Unknown Game (ID: ${n})`
export const DATA_UNAVAILABLE = 'Data unavailable'
export const DATA_MISSING = 'Game Data Missing'
/** For a game whose source failed and is retried (R-CAT-45). */
export const loadingGameName = (n: string) => `Game ${n} (Loading...)`
/** For a game whose source failed so often that it is not retried for now (R-CAT-46). */
export const failedGameName = (n: string) => `Game ${n} (Error)`
/** For a game with neither id nor name. */
export const UNKNOWN_GAME = 'Unknown Game'

export const CATALOGUE_SILENT = 'The catalogue did not respond.'

/** What the jobs do, for admins. */
export const CATALOGUE_JOBS = {
  loadSteamList: 'Loads the list of PC games from Steam, once, in the background.',
  countTerms: 'Counts the games of each engine, developer, language and so on, for the choices of filters.',
  refresh: 'Fetches games again whose facts are old, the most viewed first.',
  deleteUnused: 'Deletes stored answers of game sources that are too old to use, and own games that nobody uses.',
} as const

/** Of refused pictures. */
export const PICTURE_REFUSALS = {
  tooLarge: 'This picture is too large',
  width: (widths: string) => `The width must be one of ${widths}`,
  quality: 'The quality must be a number from 1 to 100',
  format: (formats: string) => `The format must be one of ${formats}`,
  unknown: 'This is not the address of a known picture',
} as const

/** Of refused queries for the addresses of IGDB and RAWG. */
export const PROXY_REFUSALS = {
  query: 'IGDB does not accept this query',
  tooSlow: 'The catalogue took too long over this query. Please ask for less.',
  notConfigured: 'RAWG is not configured on this server, and this is not stored here.',
  gameId: (id: string, most: number) => `Invalid game id '${id}': digits from 1 to ${most}, with or without igdb_`,
  timeout: (source: string) => `${source} did not respond in time. ${TRY_LATER}`,
  invalidResponse: (source: string) => `${source} sent an invalid response. ${TRY_LATER}`,
} as const
