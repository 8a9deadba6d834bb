import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { getPreferences } from '../preferences.contract.ts'

export const preferencesKeys = { own: ['preferences', 'own'] as const }

/** The viewer's own; for members only. */
export const preferencesQuery = () =>
  queryOptions({
    queryKey: preferencesKeys.own,
    queryFn: ({ client, signal }) => call(getPreferences, {}, { client, signal }),
  })
