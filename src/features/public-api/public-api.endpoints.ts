import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './public-api.contract.ts'

/** The default and the largest number of things on a page. */
export const API_PAGE = { size: 50, most: 100, mostGames: 48, mostReviews: 50 } as const

const endpoint = endpointsOf<typeof contracts>()

export const getMe = endpoint('GET', '/api/v1/me')
export const searchGames = endpoint('GET', '/api/v1/games')
export const getGame = endpoint('GET', '/api/v1/games/:gameId')
export const getGameBySteamAppId = endpoint('GET', '/api/v1/games/steam/:appId')
export const getGameByIgdbId = endpoint('GET', '/api/v1/games/igdb/:igdbId')
export const listGameReviews = endpoint('GET', '/api/v1/games/:gameId/reviews')
export const listLibrary = endpoint('GET', '/api/v1/library')
export const getEntry = endpoint('GET', '/api/v1/library/:gameId')
export const saveEntry = endpoint('PUT', '/api/v1/library/:gameId')
export const removeEntry = endpoint('DELETE', '/api/v1/library/:gameId')
export const listSessions = endpoint('GET', '/api/v1/library/:gameId/sessions')
export const addSession = endpoint('POST', '/api/v1/library/:gameId/sessions')
export const listJournal = endpoint('GET', '/api/v1/journal')
export const getJournalEntry = endpoint('GET', '/api/v1/journal/:entryId')
export const listFeed = endpoint('GET', '/api/v1/feed')
export const getProfile = endpoint('GET', '/api/v1/profiles/:handle')
export const listProfileReviews = endpoint('GET', '/api/v1/profiles/:handle/reviews')
export const listProfileLists = endpoint('GET', '/api/v1/profiles/:handle/lists')
export const getReview = endpoint('GET', '/api/v1/reviews/:reviewId')
export const getList = endpoint('GET', '/api/v1/lists/:listId')
export const listListGames = endpoint('GET', '/api/v1/lists/:listId/games')
