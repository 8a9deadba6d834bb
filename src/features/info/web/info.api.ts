import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { afterCursor, BY_CURSOR } from '#web/paging.ts'
import { CONTACT_STATUSES, getInfoPage, listContactMessages } from '../info.endpoints.ts'
import type { InfoPageName } from '../info.rules.ts'

export const infoPageQuery = (page: InfoPageName) =>
  queryOptions({
    queryKey: ['info', page],
    queryFn: ({ client, signal }) => call(getInfoPage, { params: { page } }, { client, signal }),
    // It changes only when the server starts.
    staleTime: Number.POSITIVE_INFINITY,
  })

export type ContactStatus = (typeof CONTACT_STATUSES)[number]

export const contactStatusOf = (search: URLSearchParams): ContactStatus =>
  CONTACT_STATUSES.find((known) => known === search.get('status')) ?? 'open'

const CONTACT_KEY = ['admin', 'contact'] as const

/** Reads the messages to the operator, twenty at a time. */
export const contactMessagesQuery = (status: ContactStatus) =>
  infiniteQueryOptions({
    queryKey: [...CONTACT_KEY, status],
    queryFn: ({ client, signal, pageParam }) =>
      call(listContactMessages, { query: { status, ...afterCursor(pageParam) } }, { client, signal }),
    ...BY_CURSOR,
  })
