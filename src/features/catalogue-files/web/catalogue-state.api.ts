import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { getCatalogueState } from '../catalogue-state.endpoints.ts'

const STATE_MS = 15_000

/** The state of sources and imports, for admins; read again while the page is open, because an import progresses. */
export const catalogueStateQuery = () =>
  queryOptions({
    queryKey: ['admin', 'catalogue'] as const,
    queryFn: ({ client, signal }) => call(getCatalogueState, {}, { client, signal }),
    staleTime: 0,
    refetchInterval: STATE_MS,
  })
