import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { listPageCounts } from '../page-counts.endpoints.ts'

// Separate from preferences.api.ts, which every page loads.

/** Reads the page counts of the last thirty days; for admins. */
export const pageCountsQuery = () =>
  queryOptions({
    queryKey: ['preferences', 'page-counts'] as const,
    queryFn: ({ client, signal }) => call(listPageCounts, { query: {} }, { client, signal }),
  })
