import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { afterCursor, BY_CURSOR } from '#web/paging.ts'
import { listReports, REPORT_LISTS } from '../reports.endpoints.ts'

export type ReportList = (typeof REPORT_LISTS)[number]

export const reportListOf = (search: URLSearchParams): ReportList =>
  REPORT_LISTS.find((known) => known === search.get('show')) ?? 'open'

// Under the key of admin data, because any action of an admin may change it.
const reportsKey = ['admin', 'reports'] as const

/** Loads the reported items, twenty at a time. */
export const reportsQuery = (show: ReportList) =>
  infiniteQueryOptions({
    queryKey: [...reportsKey, show],
    queryFn: ({ client, signal, pageParam }) =>
      call(listReports, { query: { show, ...afterCursor(pageParam) } }, { client, signal }),
    ...BY_CURSOR,
    // An admin needs the current state on every visit.
    staleTime: 0,
  })
