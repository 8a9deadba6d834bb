import { searchOf } from '#shared/endpoint.ts'
import { NEWS_FILTERS, type NewsFilter } from '../news.endpoints.ts'
import { CATEGORIES, type NewsCategory } from '../news.rules.ts'

/** The filters of the list of news, from its address. */
export interface NewsPlace {
  category: NewsCategory | null
  search: string
}

export const newsPlaceOf = (search: URLSearchParams): NewsPlace => ({
  category: CATEGORIES.find((known) => known === search.get('category')) ?? null,
  search: search.get('search')?.trim() ?? '',
})

export const newsAddress = ({ category, search }: NewsPlace): string => `/info/news${searchOf({ category, search })}`

export const articleAddress = (slug: string): string => `/news/${encodeURIComponent(slug)}`

export interface AdminNewsPlace {
  status: NewsFilter
  search: string
}

export const adminNewsPlaceOf = (search: URLSearchParams): AdminNewsPlace => ({
  status: NEWS_FILTERS.find((known) => known === search.get('status')) ?? 'all',
  search: search.get('search')?.trim() ?? '',
})

export const adminNewsAddress = ({ status, search }: AdminNewsPlace): string =>
  `/admin/news${searchOf({ status: status === 'all' ? null : status, search })}`

export const editAddress = (id: string): string => `/admin/news/${id}/edit`
