import { searchOf } from '#shared/endpoint.ts'
import { NEWS_FILTERS, type NewsFilter } from '../news.endpoints.ts'
import { CATEGORIES, type NewsCategory } from '../news.rules.ts'

/** The filters of the list of news, from its address. */
export interface NewsParams {
  category: NewsCategory | null
  search: string
}

export const newsParamsOf = (search: URLSearchParams): NewsParams => ({
  category: CATEGORIES.find((known) => known === search.get('category')) ?? null,
  search: search.get('search')?.trim() ?? '',
})

export const newsAddress = ({ category, search }: NewsParams): string => `/info/news${searchOf({ category, search })}`

export const articleAddress = (slug: string): string => `/news/${encodeURIComponent(slug)}`

export interface AdminNewsParams {
  status: NewsFilter
  search: string
}

export const adminNewsParamsOf = (search: URLSearchParams): AdminNewsParams => ({
  status: NEWS_FILTERS.find((known) => known === search.get('status')) ?? 'all',
  search: search.get('search')?.trim() ?? '',
})

export const adminNewsAddress = ({ status, search }: AdminNewsParams): string =>
  `/admin/news${searchOf({ status: status === 'all' ? null : status, search })}`

export const editAddress = (id: string): string => `/admin/news/${id}/edit`
