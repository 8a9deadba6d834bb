import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { loadMarks } from '#features/library/web/library.api.ts'
import { call } from '#web/call.ts'
import type { ReleaseGroup } from '../releases.contract.ts'
import * as endpoints from '../releases.endpoints.ts'
import type { Span } from '../releases.rules.ts'
import type { ReleaseParams } from './release-address.ts'

const releaseKeys = { all: ['releases'] as const, link: ['releases', 'calendar'] as const }

type Filter = Pick<ReleaseParams, 'span' | 'platform'>
const queryOf = ({ span, platform }: Filter) => ({ span, ...(platform !== null && { platform }) })

/** The releases by week, some weeks at a time. */
export const releasesQuery = (params: Omit<ReleaseParams, 'isOnlyMine'>) =>
  infiniteQueryOptions({
    queryKey: [...releaseKeys.all, 'list', params.span, params.platform, params.from],
    queryFn: ({ client, signal, pageParam }) =>
      call(
        endpoints.listReleases,
        { query: { ...queryOf(params), ...(pageParam !== null && { from: pageParam }) } },
        { client, signal },
      ),
    initialPageParam: params.from,
    getNextPageParam: ({ next }) => next,
  })

/** Further games of a week, fetched when the reader asks for them. */
export const groupQuery = (filter: Filter, { group, next }: Pick<ReleaseGroup, 'group' | 'next'>) =>
  infiniteQueryOptions({
    queryKey: [...releaseKeys.all, 'group', filter.span, filter.platform, group, next],
    queryFn: ({ client, signal, pageParam }) =>
      call(
        endpoints.listReleaseGroup,
        { params: { group }, query: { ...queryOf(filter), after: pageParam } },
        { client, signal },
      ),
    initialPageParam: next ?? '',
    getNextPageParam: ({ next: after }) => after,
    enabled: false,
  })

export const releasePlatformsQuery = (span: Span) =>
  queryOptions({
    queryKey: [...releaseKeys.all, 'platforms', span],
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.listReleasePlatforms, { query: { span } }, { client, signal })).platforms,
  })

/** The releases of the member's library; a visitor has none. */
export const ownReleasesQuery = (filter: Filter) =>
  queryOptions({
    queryKey: [...releaseKeys.all, 'own', filter.span, filter.platform],
    queryFn: async ({ client, signal }) => {
      if (!(await isMember(client))) return []
      return (await call(endpoints.listOwnReleases, { query: queryOf(filter) }, { client, signal })).games
    },
    // The library may have changed on another page.
    staleTime: 0,
  })

/** The secret address of the member's calendar; null without one. */
export const calendarLinkQuery = () =>
  queryOptions({
    queryKey: releaseKeys.link,
    queryFn: async ({ client, signal }) =>
      (await isMember(client)) ? (await call(endpoints.getCalendarLink, {}, { client, signal })).address : null,
  })

export const renewLinkMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => call(endpoints.renewCalendarLink, {}, { client }),
    onSuccess: ({ address }) => client.setQueryData(releaseKeys.link, address),
  })

export const deleteLinkMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => call(endpoints.deleteCalendarLink, {}, { client }),
    onSuccess: () => client.setQueryData(releaseKeys.link, null),
  })

const isMember = async (client: QueryClient): Promise<boolean> =>
  (await client.ensureQueryData(sessionQuery())).user !== null

/** Loads what the page shows at first; a failure is shown on the page. */
export async function loadReleases(client: QueryClient, params: ReleaseParams): Promise<void> {
  const list = releasesQuery(params)
  await Promise.all([
    client.prefetchInfiniteQuery(list),
    client.prefetchQuery(releasePlatformsQuery(params.span)),
    client.prefetchQuery(ownReleasesQuery(params)),
    client.prefetchQuery(calendarLinkQuery()),
  ])
  const groups = client.getQueryData(list.queryKey)?.pages.flatMap((page) => page.groups) ?? []
  const own = client.getQueryData(ownReleasesQuery(params).queryKey) ?? []
  await loadMarks(
    client,
    [...groups.flatMap(({ games }) => games), ...own].map(({ id }) => id),
  )
}
