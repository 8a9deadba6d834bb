import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './lists.contract.ts'

export const LISTS_PAGE_SIZE = 24
/** The number of the latest lists on the start page of visitors. */
export const LATEST_LISTS = 2
export const GAMES_PAGE_SIZE = 100

/** The orders of the public page of lists; `friends` needs a viewer. */
export const LIST_ORDERS = ['new', 'liked', 'friends'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

const endpoint = endpointsOf<typeof contracts>()

export const listProfileLists = endpoint('GET', '/api/profiles/:handle/lists')
export const listLatestLists = endpoint('GET', '/api/lists')
export const browseLists = endpoint('GET', '/api/lists/browse')
export const listMyLists = endpoint('GET', '/api/lists/mine')
export const listHomeLists = endpoint('GET', '/api/lists/home')
export const getList = endpoint('GET', '/api/lists/:listId')
export const getListPicture = endpoint('GET', '/api/lists/:listId/picture')
export const createList = endpoint('POST', '/api/lists')
export const editList = endpoint('PUT', '/api/lists/:listId')
export const openSmartList = endpoint('POST', '/api/lists/:listId/opened')
export const pinListToHome = endpoint('PUT', '/api/lists/:listId/home')
export const deleteList = endpoint('DELETE', '/api/lists/:listId')
export const listListGames = endpoint('GET', '/api/lists/:listId/games')
export const addListGame = endpoint('POST', '/api/lists/:listId/games')
export const changeListGame = endpoint('PUT', '/api/lists/:listId/games/:gameId')
export const removeListGame = endpoint('DELETE', '/api/lists/:listId/games/:gameId')
export const moveListGame = endpoint('PUT', '/api/lists/:listId/order')
export const toggleListLike = endpoint('POST', '/api/lists/:listId/like')
export const cloneList = endpoint('POST', '/api/lists/:listId/clone')
