import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { LEVELS } from '#features/error-log/error-log.contract.ts'
import { call } from '#web/call.ts'
import { getAdminStats, getError, listErrors, listUsers, USER_FILTERS } from '../admin.contract.ts'

export const adminKeys = {
  all: ['admin'] as const,
  users: ['admin', 'users'] as const,
  errors: ['admin', 'errors'] as const,
}

export const statsQuery = () =>
  queryOptions({
    queryKey: [...adminKeys.all, 'stats'],
    queryFn: ({ client, signal }) => call(getAdminStats, {}, { client, signal }),
    // Admins always get current numbers.
    staleTime: 0,
  })

export interface UserFilter {
  search: string
  show: (typeof USER_FILTERS)[number]
}

export function userFilterOf(search: URLSearchParams): UserFilter {
  const show = USER_FILTERS.find((known) => known === search.get('show')) ?? 'all'
  return { search: search.get('search')?.trim().slice(0, 200) ?? '', show }
}

/** Reads the members, thirty at a time. */
export const usersQuery = ({ search, show }: UserFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.users, search, show],
    queryFn: ({ client, signal, pageParam }) =>
      call(
        listUsers,
        { query: { show, ...(search !== '' && { search }), ...(pageParam !== null && { cursor: pageParam }) } },
        { client, signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  })

export interface ErrorFilter {
  level: (typeof LEVELS)[number] | null
  status: 'open' | 'resolved' | 'all'
}

export function errorFilterOf(search: URLSearchParams): ErrorFilter {
  const status = (['resolved', 'all'] as const).find((known) => known === search.get('status')) ?? 'open'
  return { level: LEVELS.find((known) => known === search.get('level')) ?? null, status }
}

/** Reads the error groups, thirty at a time. */
export const errorsQuery = ({ level, status }: ErrorFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.errors, 'list', level, status],
    queryFn: ({ client, signal, pageParam }) =>
      call(
        listErrors,
        { query: { status, ...(level !== null && { level }), ...(pageParam !== null && { cursor: pageParam }) } },
        { client, signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  })

export const errorQuery = (groupId: string) =>
  queryOptions({
    queryKey: [...adminKeys.errors, groupId],
    queryFn: ({ client, signal }) => call(getError, { params: { groupId } }, { client, signal }),
  })
