import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { listApps, readAppRequest } from '../apps.endpoints.ts'

/** The apps that the member has registered. */
export const appsQuery = () =>
  queryOptions({
    queryKey: ['apps'],
    queryFn: async ({ client, signal }) => (await call(listApps, {}, { client, signal })).apps,
    staleTime: 0,
  })

/** The request of an app for access, by the search of the page's address. */
export const appRequestQuery = (search: string) =>
  queryOptions({
    queryKey: ['apps', 'request', search],
    queryFn: ({ client, signal }) => call(readAppRequest, { query: { search } }, { client, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
