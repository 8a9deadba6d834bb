import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { NewsId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { BY_PAGE_NUMBER } from '#web/paging.ts'
import * as endpoints from '../news.endpoints.ts'
import { NEWS_PAGE_SIZE, type NewsFilter } from '../news.endpoints.ts'
import type { NewsParams } from './news-address.ts'

export const newsKeys = { all: ['news'] as const }

/** The list of visible posts, in pages of 12 (R-NEWS-13). Without a category it sends none (R-NEWS-14). */
export const newsQuery = ({ category, search }: NewsParams) =>
  infiniteQueryOptions({
    queryKey: [...newsKeys.all, 'list', category, search],
    queryFn: ({ client, signal, pageParam }) =>
      call(
        endpoints.listNews,
        { query: { ...(category && { category }), search, page: pageParam, limit: NEWS_PAGE_SIZE } },
        { client, signal },
      ),
    ...BY_PAGE_NUMBER,
  })

/** The featured news (R-NEWS-12). */
export const featuredNewsQuery = () =>
  queryOptions({
    queryKey: [...newsKeys.all, 'featured'],
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.listNews, { query: { featured: 'true' } }, { client, signal })).posts,
  })

export const articleQuery = (idOrSlug: string) =>
  queryOptions({
    queryKey: [...newsKeys.all, 'one', idOrSlug],
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.getNewsPost, { params: { idOrSlug } }, { client, signal })).post,
  })

/** The posts of every state, for admins, who always see the current ones. */
export const adminNewsQuery = (status: NewsFilter, search: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'news', 'list', status, search],
    queryFn: ({ client, signal, pageParam }) =>
      call(endpoints.listNews, { query: { status, search, page: pageParam, limit: 24 } }, { client, signal }),
    ...BY_PAGE_NUMBER,
    staleTime: 0,
  })

export const editedPostQuery = (newsId: NewsId) =>
  queryOptions({
    queryKey: ['admin', 'news', 'one', newsId],
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.getEditedPost, { params: { newsId } }, { client, signal })).post,
    staleTime: 0,
  })

/** The text as readers see it. While the next one loads, the preview shows the last one. */
export const previewQuery = (content: string) =>
  queryOptions({
    queryKey: ['admin', 'news-preview', content],
    queryFn: ({ client, signal }) => call(endpoints.previewNews, { body: { content } }, { client, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })

/**
 * The address at which readers get a featured image that the admin has typed; null if they would not. The server signs
 * it.
 */
export const pictureQuery = (address: string) =>
  queryOptions({
    queryKey: ['admin', 'news-picture', address],
    queryFn: async ({ client, signal }) => {
      const body = { content: '', featured_image: address }
      return (await call(endpoints.previewNews, { body }, { client, signal })).featured_image
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
