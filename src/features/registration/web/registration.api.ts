import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminKeys } from '#features/admin/web/admin.api.ts'
import { call } from '#web/call.ts'
import { afterCursor, BY_CURSOR } from '#web/paging.ts'
import {
  getInvitation,
  getRegistration,
  getSiteSettings,
  listAccountRequests,
  listAddressBlocks,
  listInvitations,
  listOwnInvitations,
  REQUEST_STATUSES,
} from '../registration.endpoints.ts'

/** Who may create an account. A form that is open stays: the server says so if it no longer lets anybody in. */
export const registrationQuery = () =>
  queryOptions({
    queryKey: ['registration'],
    queryFn: ({ client, signal }) => call(getRegistration, {}, { client, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['registration', 'invitation', token],
    queryFn: ({ client, signal }) => call(getInvitation, { params: { token } }, { client, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const ownInvitationsQuery = () =>
  queryOptions({
    queryKey: ['invitations'],
    queryFn: ({ client, signal }) => call(listOwnInvitations, {}, { client, signal }),
    staleTime: 0,
  })

export const siteSettingsQuery = () =>
  queryOptions({
    queryKey: [...adminKeys.all, 'registration'],
    queryFn: ({ client, signal }) => call(getSiteSettings, {}, { client, signal }),
    staleTime: 0,
  })

export const invitationsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.all, 'invitations'],
    queryFn: ({ client, signal, pageParam }) =>
      call(listInvitations, { query: afterCursor(pageParam) }, { client, signal }),
    ...BY_CURSOR,
    staleTime: 0,
  })

export const addressBlocksQuery = () =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.all, 'address-blocks'],
    queryFn: ({ client, signal, pageParam }) =>
      call(listAddressBlocks, { query: afterCursor(pageParam) }, { client, signal }),
    ...BY_CURSOR,
    staleTime: 0,
  })

export type RequestStatus = (typeof REQUEST_STATUSES)[number]

export const requestStatusOf = (search: URLSearchParams): RequestStatus =>
  REQUEST_STATUSES.find((known) => known === search.get('status')) ?? 'open'

export const requestsQuery = (status: RequestStatus) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.all, 'requests', status],
    queryFn: ({ client, signal, pageParam }) =>
      call(listAccountRequests, { query: { status, ...afterCursor(pageParam) } }, { client, signal }),
    ...BY_CURSOR,
    staleTime: 0,
  })
