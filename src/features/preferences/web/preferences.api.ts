import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { getPreferences } from '../preferences.endpoints.ts'

export const preferencesKeys = {
  own: ['preferences', 'own'] as const,
}

/** Reads the viewer's preferences; for members only. */
export const preferencesQuery = () =>
  queryOptions({
    queryKey: preferencesKeys.own,
    queryFn: ({ client, signal }) => call(getPreferences, {}, { client, signal }),
  })
