import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './news.contract.ts'

/** The number of posts that a page of the list requests; the endpoint's own default is 10 (C48). */
export const NEWS_PAGE_SIZE = 12

/** The posts that an admin can list. Others always get visible ones, whatever they request (C63). */
export const NEWS_FILTERS = ['published', 'scheduled', 'draft', 'archived', 'all'] as const
export type NewsFilter = (typeof NEWS_FILTERS)[number]

const endpoint = endpointsOf<typeof contracts>()

export const listNews = endpoint('GET', '/api/news')
export const getNewsPost = endpoint('GET', '/api/news/:idOrSlug')
export const getNewsPicture = endpoint('GET', '/api/news/:idOrSlug/picture')
export const createNewsPost = endpoint('POST', '/api/news')
export const changeNewsPost = endpoint('PUT', '/api/news/:idOrSlug')
export const deleteNewsPost = endpoint('DELETE', '/api/news/:idOrSlug')
export const getEditedPost = endpoint('GET', '/api/admin/news/:newsId')
export const previewNews = endpoint('POST', '/api/admin/news/preview')
