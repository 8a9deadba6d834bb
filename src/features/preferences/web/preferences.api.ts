import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { listPageCounts } from '../page-counts.contract.ts'
import { getPreferences } from '../preferences.contract.ts'

export const preferencesKeys = {
  own: ['preferences', 'own'] as const,
  pageCounts: ['preferences', 'page-counts'] as const,
}

/** Reads the viewer's preferences; for members only. */
export const preferencesQuery = () =>
  queryOptions({
    queryKey: preferencesKeys.own,
    queryFn: ({ client, signal }) => call(getPreferences, {}, { client, signal }),
  })

/** Reads the page counts of the last thirty days; for admins. */
export const pageCountsQuery = () =>
  queryOptions({
    queryKey: preferencesKeys.pageCounts,
    queryFn: ({ client, signal }) => call(listPageCounts, { query: {} }, { client, signal }),
  })
