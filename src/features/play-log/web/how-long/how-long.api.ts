import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { libraryKeys } from '#features/library/web/library.api.ts'
import { call } from '#web/call.ts'
import { getPace } from '../../how-long.endpoints.ts'
import type { Pace } from '../../how-long.rules.ts'

/** The viewer's pace; null for a visitor, and without finished runs. Each write of the library fetches it again. */
export const paceQuery = () =>
  queryOptions({
    queryKey: [...libraryKeys.stats, 'pace'] as const,
    staleTime: 60_000,
    queryFn: async ({ client, signal }): Promise<Pace | null> => {
      const { user } = await client.ensureQueryData(sessionQuery())
      return user ? (await call(getPace, {}, { client, signal })).pace : null
    },
  })

/** Loads the pace for a page's `load`. Never throws: a page can do without it. */
export const loadPace = (client: QueryClient): Promise<void> => client.prefetchQuery(paceQuery())
